//! Whatever is conjectured was so in every sample.

use std::collections::{BTreeMap, BTreeSet};

use num_bigint::BigInt;
use quickcheck::{Arbitrary, Gen, QuickCheck, TestResult};

use super::super::hints::Hints;
use super::super::quantified;
use super::super::runs::Sample;
use super::super::templates::{Place, candidates, candidates_by_case, candidates_by_value, truth};
use crate::certify::at_entry;
use crate::logic::{
    Arithmetic, ArrayValue, Binder, Comparison, Quantifier, Sort, Term, Value, Variable, evaluate,
};

fn number(name: &str) -> Variable {
    Variable::new(name, Sort::Int)
}

fn integers() -> Vec<Variable> {
    let now = ["X", "Y", "Z"].map(number);
    let before = now.each_ref().map(at_entry);
    now.into_iter().chain(before).collect()
}

fn variables() -> Vec<Variable> {
    let mut all = integers();
    all.push(Variable::new("B", Sort::Bool));
    all.push(Variable::new("C", Sort::Bool));
    all.push(Variable::new("A", Sort::array(Sort::Int)));
    all
}

/// What was seen at a place, with some order in it: otherwise little would be conjectured.
#[derive(Debug, Clone)]
struct Seen {
    samples: BTreeSet<Sample>,
    constants: BTreeSet<BigInt>,
}

impl Arbitrary for Seen {
    fn arbitrary(g: &mut Gen) -> Seen {
        let below = |g: &mut Gen, limit: u8| i64::from(u8::arbitrary(g) % limit);
        let size = 1 + below(g, 40);
        let (slope, shift, modulus) = (below(g, 5) - 2, below(g, 7) - 3, 2 + below(g, 7));
        let kind = below(g, 4);
        let mut samples = BTreeSet::new();
        for _ in 0..size {
            let x = below(g, 30) - 6;
            let y = match kind {
                0 => slope * x + shift,
                1 => x.rem_euclid(modulus),
                2 => below(g, 3) * modulus + shift,
                _ => below(g, 60) - 30,
            };
            let z = match below(g, 2) {
                0 => (x - y).rem_euclid(modulus),
                // Longer ranges of components are not gone through.
                _ => x * y % 200,
            };
            let mut sample = Sample::new();
            for (name, value) in [("X", x), ("Y", y), ("Z", z)] {
                sample.insert(number(name), Value::Int(value.into()));
                let before = if kind == 0 { value } else { value + shift };
                sample.insert(at_entry(&number(name)), Value::Int(before.into()));
            }
            let flag = x > y;
            sample.insert(Variable::new("B", Sort::Bool), Value::Bool(flag));
            let other = if kind == 1 { !flag } else { bool::arbitrary(g) };
            sample.insert(Variable::new("C", Sort::Bool), Value::Bool(other));
            let mut array = ArrayValue::constant(Value::Int(shift.into()));
            for index in 1..=4 {
                let component = if index <= x { slope } else { below(g, 3) };
                array.set(BigInt::from(index), Value::Int(component.into()));
            }
            let array = Value::Array(array);
            sample.insert(Variable::new("A", Sort::array(Sort::Int)), array);
            samples.insert(sample);
        }
        let constants = [slope, shift, modulus, 30].map(BigInt::from);
        Seen {
            samples,
            constants: constants.into_iter().collect(),
        }
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Seen>> {
        let all: Vec<Sample> = self.samples.iter().cloned().collect();
        let constants = self.constants.clone();
        let fewer = (0..all.len()).filter(|_| all.len() > 1).map(|without| {
            let mut samples: BTreeSet<Sample> = all.iter().cloned().collect();
            samples.remove(&all[without]);
            samples
        });
        let fewer: Vec<BTreeSet<Sample>> = fewer.collect();
        Box::new(fewer.into_iter().map(move |samples| Seen {
            samples,
            constants: constants.clone(),
        }))
    }
}

/// All components of a part of the array are alike.
fn alike() -> Term {
    let binder = Binder::new("I", Term::int(1), Term::int(4));
    let array = Variable::new("A", Sort::array(Sort::Int));
    let component = Term::select(Term::variable(&array), Term::variable(&binder.variable));
    let x = Term::variable(&number("X"));
    let body = Term::compare(Comparison::LessEqual, component, x);
    Term::quantified(Quantifier::ForAll, binder, body)
}

/// Either X is not less than Y, or all of the components are like that.
fn claim() -> Term {
    let (x, y) = (Term::variable(&number("X")), Term::variable(&number("Y")));
    Term::or([Term::compare(Comparison::GreaterEqual, x, y), alike()])
}

fn hints(seen: &Seen) -> Hints {
    let (x, y) = (Term::variable(&number("X")), Term::variable(&number("Y")));
    let rest = Term::arithmetic(Arithmetic::Modulo, x.clone(), Term::int(2));
    Hints {
        conditions: BTreeSet::from([
            Term::compare(Comparison::Less, x.clone(), y.clone()),
            Term::equal(x, Term::int(3)),
            Term::equal(rest, Term::int(1)),
        ]),
        quantified: BTreeSet::from([alike()]),
        implied: BTreeSet::new(),
        claims: BTreeSet::from([claim()]),
        constants: seen.constants.clone(),
        factors: seen.constants.clone(),
        steps: [("X", [2, 10]), ("Y", [3, 366])]
            .map(|(name, steps)| (number(name), steps.map(BigInt::from).into()))
            .into(),
        has_products: true,
        assigned: ["X", "Y", "Z"].map(number).into_iter().collect(),
    }
}

/// Asks of the candidates that a place gives.
fn with_place<T>(seen: &Seen, ask: impl FnOnce(&Place<'_>) -> T) -> T {
    let variables = variables();
    let hints = hints(seen);
    let ranges: BTreeMap<Variable, (BigInt, BigInt)> = integers()
        .into_iter()
        .map(|variable| (variable, (BigInt::from(-10_000), BigInt::from(10_000))))
        .collect();
    ask(&Place {
        variables: variables.iter().collect(),
        samples: seen.samples.iter().collect(),
        hints: &hints,
        ranges: &ranges,
    })
}

fn holds(term: &Term, sample: &Sample) -> bool {
    evaluate(term, &|variable| sample[variable].clone()).as_bool()
}

fn all_hold(seen: &Seen, found: &[Term]) -> TestResult {
    for term in found {
        if let Some(sample) = seen.samples.iter().find(|sample| !holds(term, sample)) {
            return TestResult::error(format!("{term} in {sample:?}"));
        }
    }
    TestResult::passed()
}

#[test]
fn what_is_conjectured_was_always_so() {
    let law = |seen: Seen| all_hold(&seen, &with_place(&seen, candidates));
    QuickCheck::new().quickcheck(law as fn(Seen) -> TestResult);
}

#[test]
fn what_is_conjectured_of_a_case_was_so_in_it() {
    let law = |seen: Seen| all_hold(&seen, &with_place(&seen, |p| candidates_by_case(p, &[])));
    QuickCheck::new().quickcheck(law as fn(Seen) -> TestResult);
}

#[test]
fn what_is_conjectured_of_a_value_was_so_for_it() {
    let law = |seen: Seen| all_hold(&seen, &with_place(&seen, |p| candidates_by_value(p, &[])));
    QuickCheck::new().quickcheck(law as fn(Seen) -> TestResult);
}

#[test]
fn what_is_conjectured_of_components_was_so() {
    let law = |seen: Seen| all_hold(&seen, &with_place(&seen, quantified::candidates));
    QuickCheck::new().quickcheck(law as fn(Seen) -> TestResult);
}

// What is known is not conjectured again, and nothing twice.
#[test]
fn nothing_is_said_twice() {
    let law = |seen: Seen| {
        with_place(&seen, |place| {
            let plain = candidates(place);
            let by_case = candidates_by_case(place, &plain);
            let all: Vec<Term> = plain.iter().cloned().chain(by_case).collect();
            let by_value = candidates_by_value(place, &all);
            let different: BTreeSet<&Term> = all.iter().collect();
            let is_plain_once = different.len() == all.len();
            is_plain_once && by_value.iter().all(|term| !different.contains(term))
        })
    };
    QuickCheck::new().quickcheck(law as fn(Seen) -> bool);
}

// Where nothing was seen, nothing comes there.
#[test]
fn an_unseen_place_is_conjectured_to_be_never_reached() {
    let seen = Seen {
        samples: BTreeSet::new(),
        constants: BTreeSet::new(),
    };
    assert_eq!(with_place(&seen, candidates), [Term::bool(false)]);
}

/// Samples of integers, by the names of their variables.
fn samples<const N: usize>(
    names: [&str; N],
    rows: impl IntoIterator<Item = [i64; N]>,
) -> BTreeSet<Sample> {
    let sample = |row: [i64; N]| {
        let values = row.map(|value| Value::Int(value.into()));
        names.map(number).into_iter().zip(values).collect()
    };
    rows.into_iter().map(sample).collect()
}

fn conjectured(
    samples: BTreeSet<Sample>,
    make: impl FnOnce(&Place<'_>) -> Vec<Term>,
) -> Vec<String> {
    let constants = BTreeSet::new();
    let seen = Seen { samples, constants };
    let found = with_place(&seen, make);
    found.iter().map(ToString::to_string).collect()
}

// Two positions that go round and their distance: a relation modulo the size.
#[test]
fn three_numbers_that_agree_modulo_the_size_are_seen() {
    let rows = (0..60).map(|step: i64| {
        let (put, got) = (step * 5 % 23, step * 3 % 17);
        let (put, got) = (put.max(got), put.min(got));
        [put % 8, got % 8, (put - got) % 8]
    });
    let found = conjectured(samples(["X", "Y", "Z"], rows), candidates);
    let wanted = "(X - Y - Z) mod 8 = 0".to_owned();
    assert!(found.contains(&wanted), "{found:#?}");
}

// Each division by ten takes a digit away.
#[test]
fn bounds_go_with_the_round_of_a_loop() {
    let rows = [99_999, 71_234, 512, 9, 0]
        .into_iter()
        .flat_map(|start: i64| {
            let rounds = [1, 10, 100, 1_000, 10_000].into_iter().zip(1..);
            rounds
                .map(move |(power, round)| [start / power, round])
                .filter(|[left, round]| *round == 1 || *left > 0)
        });
    let found = conjectured(samples(["X", "Y"], rows), |p| candidates_by_value(p, &[]));
    for (round, most) in [(2, 9_999), (3, 999), (4, 99), (5, 9)] {
        let wanted = format!("Y /= {round} or X <= {most}");
        assert!(found.contains(&wanted), "{wanted} in {found:#?}");
    }
}

// From 1900 on, Y adds 365 or 366 for each X: what it comes to depends on where X begins.
#[test]
fn sums_are_bounded_from_wherever_counting_begins() {
    let rows = (0..50).map(|years: i64| [1_900 + years, 365 * years + (years + 3) / 4]);
    let found = conjectured(samples(["X", "Y"], rows), candidates);
    let wanted = "366 * X >= Y + 695400".to_owned();
    assert!(found.contains(&wanted), "{found:#?}");
}

// X grows by at most ten in each round of Z, of which there are four for each Y.
#[test]
fn sums_of_nested_loops_are_bounded_by_both_counts() {
    let rows = (1..=5).flat_map(|outer: i64| {
        let inner = 1..=4;
        inner.map(move |inner| [10 * (4 * (outer - 1) + inner - 1) - outer % 2, outer, inner])
    });
    let seen = Seen {
        samples: samples(["X", "Y", "Z"], rows),
        constants: BTreeSet::new(),
    };
    let found = with_place(&seen, |place| {
        let mut ranges = place.ranges.clone();
        ranges.insert(number("Z"), (1.into(), 4.into()));
        candidates(&Place {
            variables: place.variables.clone(),
            samples: place.samples.clone(),
            hints: place.hints,
            ranges: &ranges,
        })
    });
    let found: Vec<String> = found.iter().map(ToString::to_string).collect();
    let wanted = "X <= 40 * Y + 10 * Z - 50".to_owned();
    assert!(found.contains(&wanted), "{found:#?}");
}

// Of a range without values nothing is counted, and nothing is divided by it.
#[test]
fn a_range_without_values_counts_no_rounds() {
    let rows = (0..40).map(|step: i64| [10 * step, step, step % 3]);
    let seen = Seen {
        samples: samples(["X", "Y", "Z"], rows),
        constants: BTreeSet::new(),
    };
    let bounds = |range: (i32, i32)| {
        with_place(&seen, |place| {
            let mut ranges = place.ranges.clone();
            ranges.insert(number("Z"), (range.0.into(), range.1.into()));
            let found = candidates(&Place {
                variables: place.variables.clone(),
                samples: place.samples.clone(),
                hints: place.hints,
                ranges: &ranges,
            });
            found
                .iter()
                .filter(|term| term.to_string().contains("30 * Y"))
                .count()
        })
    };
    assert_eq!(bounds((1, 0)), 0);
    assert!(bounds((0, 2)) > 0);
}

// A sum of numbers from a range stays within so many times the ends of the range.
#[test]
fn sums_lie_between_multiples_of_their_number() {
    let rows = (0..40).flat_map(|count: i64| [[count * 125, count], [count * -40, count]]);
    let constants = [-40, 125].map(BigInt::from).into_iter().collect();
    let seen = Seen {
        samples: samples(["X", "Y"], rows),
        constants,
    };
    let found = with_place(&seen, candidates);
    let found: Vec<String> = found.iter().map(ToString::to_string).collect();
    for wanted in ["X <= 125 * Y", "X + 40 * Y >= 0"] {
        assert!(
            found.iter().any(|term| term == wanted),
            "{wanted} in {found:#?}"
        );
    }
}

// What was always the same as another number is bound to it, and not to the others once more.
#[test]
fn a_number_that_repeats_another_is_bound_to_that_only() {
    let rows = (0..60).map(|step: i64| [step % 7, step, step]);
    let found = conjectured(samples(["X", "Y", "Z"], rows), candidates);
    assert!(found.contains(&"Y = Z".to_owned()), "{found:#?}");
    assert!(found.contains(&"X <= Y".to_owned()), "{found:#?}");
    let others = found
        .iter()
        .filter(|one| one.contains('X') && one.contains('Z'));
    assert_eq!(others.count(), 0, "{found:#?}");
    // Seen seldom, it may be an accident.
    let rows = (0..8).map(|step: i64| [step % 7, step, step]);
    let found = conjectured(samples(["X", "Y", "Z"], rows), candidates);
    assert!(found.contains(&"X <= Z".to_owned()), "{found:#?}");
}

// A sum in a larger type of numbers that have any value of theirs.
#[test]
fn sums_of_large_numbers_lie_between_multiples_of_the_ends_of_their_type() {
    let (low, high) = (i64::from(i32::MIN), i64::from(i32::MAX));
    let rows = (0..40).flat_map(|count| [[count * high, count], [count * low, count]]);
    let constants = [low, high].map(BigInt::from).into_iter().collect();
    let seen = Seen {
        samples: samples(["X", "Y"], rows),
        constants,
    };
    let ends = [i64::MIN, i64::MAX].map(BigInt::from);
    let bounds = |range: Option<(BigInt, BigInt)>| {
        let found = with_place(&seen, |place| {
            let ranges = range.map(|range| (number("X"), range));
            let ranges = ranges.into_iter().collect();
            candidates(&Place {
                variables: place.variables.clone(),
                samples: place.samples.clone(),
                hints: place.hints,
                ranges: &ranges,
            })
        });
        let found: Vec<String> = found.iter().map(ToString::to_string).collect();
        ["X <= 2147483647 * Y", "X + 2147483648 * Y >= 0"]
            .map(|wanted| found.iter().any(|term| term == wanted))
    };
    let [least, most] = ends;
    assert_eq!(bounds(Some((least, most))), [true, true]);
    // What the type says anyway is not said again.
    assert_eq!(bounds(Some((low.into(), high.into()))), [false, false]);
}

// A value that is missing says nothing, rather than anything.
#[test]
fn what_cannot_be_told_is_not_told() {
    let term = Term::equal(Term::variable(&number("X")), Term::int(0));
    assert_eq!(truth(&term, &Sample::new()), None);
}
