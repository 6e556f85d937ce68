//! Candidates for invariants: conditions of simple shapes that were true whenever a place was seen.

use std::collections::{BTreeMap, BTreeSet};

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};

use super::super::linear;
use super::equations::Span;
use super::hints::Hints;
use super::quantified;
use super::runs::Sample;
use crate::logic::{
    Arithmetic, ArrayValue, Comparison, Sort, Term, TermKind, Value, Variable, evaluate,
};

/// Relations between more numbers than these are not looked for.
const MOST_NUMBERS: usize = 12;
/// Products are formed of at most so many numbers.
const MOST_FACTORS: usize = 5;
/// So many candidates with a case distinction are made per relation.
const MOST_BY_CASE: usize = 200;
/// So many conditions tell cases apart.
const MOST_CASES: usize = 8;
/// So many of the numbers that a subprogram speaks of are tried as a bound.
const NEAREST: usize = 3;
/// So many components of an array are looked at.
const MOST_COMPONENTS: usize = 16;
/// Larger factors are no factors but bounds of types.
const LARGEST_FACTOR: u32 = 100_000;
/// Longer sums are accidents.
const MOST_OF_A_SUM: usize = 7;
/// Larger moduli tell nothing.
const LARGEST_MODULUS: u32 = 1_000;

/// What is looked at to make candidates for one relation.
pub(super) struct Place<'a> {
    /// Its places.
    pub(super) variables: Vec<&'a Variable>,
    /// The values that were seen.
    pub(super) samples: Vec<&'a Sample>,
    /// What the subprogram says.
    pub(super) hints: &'a Hints,
    /// What the types of its numbers say.
    pub(super) ranges: &'a BTreeMap<Variable, (BigInt, BigInt)>,
}

/// Conditions that held in all samples.
pub(super) fn candidates(place: &Place<'_>) -> Vec<Term> {
    let mut found = Candidates::default();
    if place.samples.is_empty() {
        return vec![Term::bool(false)];
    }
    conditions(place, &mut found);
    truths(place, &mut found);
    numbers(place, &mut found);
    components(place, &mut found);
    for term in quantified::candidates(place) {
        found.add(term);
    }
    found.terms
}

/// What is looked for when the simple conditions are not enough: equations of products, and
/// conditions that held in all samples of one case, for each of the cases that the subprogram's own
/// conditions make. What is known of all cases is not repeated.
pub(super) fn candidates_by_case(place: &Place<'_>, known: &[Term]) -> Vec<Term> {
    let known: BTreeSet<&Term> = known.iter().collect();
    let mut products = Candidates::default();
    equalities(place, true, &mut products);
    let mut found = products.terms;
    found.retain(|term| !known.contains(term));
    for case in cases(place) {
        for holds in [true, false] {
            let here = |sample: &&&Sample| truth(&case, sample) == Some(holds);
            let part = Place {
                variables: place.variables.clone(),
                samples: place.samples.iter().filter(here).copied().collect(),
                hints: place.hints,
                ranges: place.ranges,
            };
            if part.samples.is_empty() || part.samples.len() == place.samples.len() {
                continue;
            }
            let otherwise = if holds {
                Term::not(case.clone())
            } else {
                case.clone()
            };
            let mut own = Candidates::default();
            truths(&part, &mut own);
            equalities(&part, false, &mut own);
            conditions(&part, &mut own);
            if is_state(&case) {
                differences(&part, &mut own);
            }
            let news = own.terms.into_iter().filter(|term| !known.contains(term));
            let news = news.filter(|term| *term != case && *term != Term::not(case.clone()));
            found.extend(news.map(|term| Term::or([otherwise.clone(), term])));
        }
    }
    found.truncate(MOST_BY_CASE);
    found
}

/// Whether a condition tells states apart: a flag, or one value of a variable.
#[allow(clippy::wildcard_enum_match_arm)] // names what does
fn is_state(case: &Term) -> bool {
    match case.kind() {
        TermKind::Variable(_) => true,
        TermKind::Compare(Comparison::Equal | Comparison::NotEqual, a, b) => {
            matches!(a.kind(), TermKind::Variable(_)) && b.as_value().is_some()
        }
        _ => false,
    }
}

/// How far apart two numbers are at most.
fn differences(place: &Place<'_>, found: &mut Candidates) {
    let columns = columns(place);
    for (at, first) in columns.iter().enumerate() {
        for second in &columns[at + 1..] {
            related(first, Arithmetic::Subtract, second, place.hints, found);
        }
    }
}

/// Bounds of the sum or the difference of two numbers, which is returned; what the bounds of each say
/// anyway is not said again.
fn related(
    first: &Column,
    operator: Arithmetic,
    second: &Column,
    hints: &Hints,
    found: &mut Candidates,
) -> Column {
    let both = first.combined(operator, second);
    let (low, high) = extremes(first, operator, second);
    let is_news = (*both.low() > low, *both.high() < high);
    pair_bounds(&both, hints, is_news, found);
    both
}

/// Conditions that are sometimes true and sometimes not.
fn cases(place: &Place<'_>) -> Vec<Term> {
    let truths = place.variables.iter().filter(|v| v.sort == Sort::Bool);
    let truths = truths.map(|variable| Term::variable(variable));
    let visible = |term: &&Term| is_visible(term, place);
    let conditions = place.hints.conditions.iter().filter(visible).cloned();
    let differs = |term: &Term| {
        let mut seen = place
            .samples
            .iter()
            .filter_map(|sample| truth(term, sample));
        let first = seen.next();
        seen.any(|value| Some(value) != first)
    };
    let assigned = place.hints.assigned.iter();
    let numbers = assigned.filter(|v| v.sort == Sort::Int && place.variables.contains(v));
    let parities = numbers.map(|variable| {
        let number = Term::variable(variable);
        let rest = Term::arithmetic(Arithmetic::Modulo, number, Term::int(2));
        Term::equal(rest, Term::int(0))
    });
    let all = truths.chain(conditions).chain(parities);
    let mut found: Vec<Term> = all.filter(differs).collect();
    found.sort_by_key(|case| !is_state(case));
    found.truncate(MOST_CASES);
    found
}

fn is_visible(term: &Term, place: &Place<'_>) -> bool {
    let variables = term.variables();
    variables.iter().all(|one| place.variables.contains(&one))
}

/// Whether a term without binders holds in a sample, if it can be told.
pub(super) fn truth(term: &Term, sample: &Sample) -> Option<bool> {
    if term.variables().iter().any(|one| !sample.contains_key(one)) {
        return None;
    }
    Some(evaluate(term, &|variable| sample[variable].clone()).as_bool())
}

/// Candidates, each once.
#[derive(Default)]
struct Candidates {
    terms: Vec<Term>,
    known: BTreeSet<Term>,
}

impl Candidates {
    fn add(&mut self, term: Term) {
        if term.as_value().is_none() && self.known.insert(term.clone()) {
            self.terms.push(term);
        }
    }
}

/// The subprogram's own conditions, or their opposites.
fn conditions(place: &Place<'_>, found: &mut Candidates) {
    for condition in place
        .hints
        .conditions
        .iter()
        .filter(|term| is_visible(term, place))
    {
        let mut seen = place.samples.iter().map(|sample| truth(condition, sample));
        let Some(Some(first)) = seen.next() else {
            continue;
        };
        if seen.all(|value| value == Some(first)) {
            let term = condition.clone();
            found.add(if first { term } else { Term::not(term) });
        }
    }
}

/// Boolean variables that have one value, or that agree with each other.
fn truths(place: &Place<'_>, found: &mut Candidates) {
    let variables: Vec<&Variable> = place
        .variables
        .iter()
        .filter(|variable| variable.sort == Sort::Bool)
        .copied()
        .collect();
    let column = |variable: &Variable| -> Option<Vec<bool>> {
        let values = place.samples.iter().map(|sample| sample.get(variable));
        values.map(|value| value.map(Value::as_bool)).collect()
    };
    let mut columns: Vec<(&Variable, Vec<bool>)> = Vec::new();
    for variable in variables {
        let Some(values) = column(variable) else {
            continue;
        };
        let term = Term::variable(variable);
        if values.iter().all(|value| *value) {
            found.add(term);
        } else if values.iter().all(|value| !value) {
            found.add(Term::not(term));
        } else {
            for (other, others) in &columns {
                let other = Term::variable(other);
                if *others == values {
                    found.add(Term::equal(term.clone(), other));
                } else if others.iter().zip(&values).all(|(a, b)| a != b) {
                    found.add(Term::equal(term.clone(), Term::not(other)));
                }
            }
            columns.push((variable, values));
        }
    }
}

/// A quantity and its values in the samples.
#[derive(Clone)]
struct Column {
    term: Term,
    values: Vec<BigInt>,
    /// What its type says.
    range: Option<(BigInt, BigInt)>,
}

impl Column {
    fn low(&self) -> &BigInt {
        self.values.iter().min().unwrap_or(&self.values[0])
    }

    fn high(&self) -> &BigInt {
        self.values.iter().max().unwrap_or(&self.values[0])
    }

    fn combined(&self, operator: Arithmetic, other: &Column) -> Column {
        let values = self.values.iter().zip(&other.values);
        Column {
            range: None,
            term: Term::arithmetic(operator, self.term.clone(), other.term.clone()),
            values: values
                .map(|(a, b)| crate::logic::evaluate_arithmetic(operator, a, b))
                .collect(),
        }
    }
}

fn columns(place: &Place<'_>) -> Vec<Column> {
    let numbers = place.variables.iter().filter(|v| v.sort == Sort::Int);
    let column = |variable: &&Variable| {
        let values = place.samples.iter().map(|sample| sample.get(*variable));
        let values: Option<Vec<BigInt>> = values
            .map(|value| value.map(|value| value.as_int().clone()))
            .collect();
        Some(Column {
            range: place.ranges.get(variable).cloned(),
            term: Term::variable(variable),
            values: values?,
        })
    };
    let mut found: Vec<Column> = numbers.filter_map(column).collect();
    found.truncate(MOST_NUMBERS);
    found
}

fn numbers(place: &Place<'_>, found: &mut Candidates) {
    equalities(place, place.hints.has_products, found);
    let columns = columns(place);
    let varying: Vec<&Column> = columns.iter().filter(|c| c.low() < c.high()).collect();
    for column in &varying {
        bounds(column, place.hints, found);
        remainders(column, found);
    }
    for (at, first) in varying.iter().enumerate() {
        for second in &varying[at + 1..] {
            let difference = related(first, Arithmetic::Subtract, second, place.hints, found);
            if difference.low() < difference.high() {
                remainders(&difference, found);
            }
            related(first, Arithmetic::Add, second, place.hints, found);
            multiples(first, second, place.hints, found);
            multiples(second, first, place.hints, found);
        }
    }
}

fn extremes(first: &Column, operator: Arithmetic, second: &Column) -> (BigInt, BigInt) {
    if operator == Arithmetic::Add {
        (first.low() + second.low(), first.high() + second.high())
    } else {
        (first.low() - second.high(), first.high() - second.low())
    }
}

/// Linear equations, and perhaps such of products; the numbers that are not given by others.
#[allow(clippy::fn_params_excessive_bools)] // whether products count
fn equalities(place: &Place<'_>, with_products: bool, found: &mut Candidates) -> Vec<Column> {
    let columns = columns(place);
    let one = Column {
        range: None,
        term: Term::int(1),
        values: vec![BigInt::one(); place.samples.len()],
    };
    let mut all = vec![one.clone()];
    all.extend(columns);
    let dependent = equations(&all, found);
    let free: Vec<Column> = (1..all.len())
        .filter(|at| !dependent.contains(at))
        .map(|at| all[at].clone())
        .collect();
    if with_products {
        let factors = &free[..free.len().min(MOST_FACTORS)];
        let mut all = vec![one];
        for (at, first) in factors.iter().enumerate() {
            for second in &factors[at..] {
                all.push(first.combined(Arithmetic::Multiply, second));
            }
        }
        // The numbers come last: each is to be told by products.
        all.extend(factors.iter().cloned());
        equations(&all, found);
    }
    free
}

/// Adds the equations between the columns; returns which columns are given by earlier ones.
fn equations(columns: &[Column], found: &mut Candidates) -> BTreeSet<usize> {
    let mut span = Span::new(columns.len());
    let samples = columns.first().map_or(0, |column| column.values.len());
    for at in 0..samples {
        span.add(
            columns
                .iter()
                .map(|column| column.values[at].clone())
                .collect(),
        );
        if span.is_everything() {
            return BTreeSet::new();
        }
    }
    let mut dependent = BTreeSet::new();
    for equation in span.equations() {
        // Large factors are those of an accident, not of a program; the first is the constant.
        let is_small = |factor: &BigInt| factor.abs() <= BigInt::from(LARGEST_FACTOR);
        let terms = equation.iter().filter(|factor| !factor.is_zero()).count();
        if terms > MOST_OF_A_SUM || !equation[1..].iter().all(is_small) {
            continue;
        }
        let mut sum = Term::int(0);
        for (at, (factor, column)) in equation.iter().zip(columns).enumerate() {
            if !factor.is_zero() {
                let factor = Term::int(factor.clone());
                let part = Term::arithmetic(Arithmetic::Multiply, factor, column.term.clone());
                sum = Term::arithmetic(Arithmetic::Add, sum, part);
                if equation[at + 1..].iter().all(Zero::is_zero) {
                    dependent.insert(at);
                }
            }
        }
        found.add(linear::normal(&Term::equal(sum, Term::int(0))));
    }
    dependent
}

/// Bounds of one number: the ones that were seen, and the next that the subprogram speaks of; none
/// that its type has anyway.
fn bounds(column: &Column, hints: &Hints, found: &mut Candidates) {
    let (low, high) = (column.low(), column.high());
    let constants = &hints.constants;
    let mut lows: BTreeSet<&BigInt> = constants.range(..=low).rev().take(NEAREST).collect();
    let mut highs: BTreeSet<&BigInt> = constants.range(high..).take(NEAREST).collect();
    lows.insert(low);
    highs.insert(high);
    let (first, last) = match &column.range {
        Some((first, last)) => (Some(first), Some(last)),
        None => (None, None),
    };
    for bound in lows.into_iter().filter(|bound| Some(*bound) > first) {
        compare(&column.term, Comparison::GreaterEqual, bound, found);
    }
    let is_below = |bound: &&BigInt| last.is_none_or(|last| *bound < last);
    for bound in highs.into_iter().filter(is_below) {
        compare(&column.term, Comparison::LessEqual, bound, found);
    }
}

/// Bounds of a sum or a difference: small ones, and those that the subprogram speaks of.
fn pair_bounds(
    column: &Column,
    hints: &Hints,
    (has_low, has_high): (bool, bool),
    found: &mut Candidates,
) {
    let small = (-1..=1).map(BigInt::from);
    let all: BTreeSet<BigInt> = small.chain(hints.constants.iter().cloned()).collect();
    if has_low && let Some(bound) = all.range(..=column.low()).next_back() {
        compare(&column.term, Comparison::GreaterEqual, bound, found);
    }
    if has_high && let Some(bound) = all.range(column.high()..).next() {
        compare(&column.term, Comparison::LessEqual, bound, found);
    }
}

fn compare(term: &Term, comparison: Comparison, bound: &BigInt, found: &mut Candidates) {
    let bound = Term::int(bound.clone());
    found.add(linear::normal(&Term::compare(
        comparison,
        term.clone(),
        bound,
    )));
}

/// What is left by division where it is always the same.
fn remainders(column: &Column, found: &mut Candidates) {
    let first = &column.values[0];
    let distances = column.values.iter().map(|value| value - first);
    let modulus = distances.fold(BigInt::zero(), |gcd, distance| gcd.gcd(&distance));
    let different: BTreeSet<&BigInt> = column.values.iter().collect();
    if modulus > BigInt::one() && modulus <= BigInt::from(LARGEST_MODULUS) && different.len() > 3 {
        let rest = first.mod_floor(&modulus);
        let left = Term::arithmetic(Arithmetic::Modulo, column.term.clone(), Term::int(modulus));
        found.add(Term::equal(left, Term::int(rest)));
    }
}

/// A number that is at most so many times another, for a factor that the subprogram speaks of.
fn multiples(first: &Column, second: &Column, hints: &Hints, found: &mut Candidates) {
    let is_assigned = |column: &Column| column.term.variables().is_subset(&hints.assigned);
    if second.low().is_negative() || !is_assigned(first) || !is_assigned(second) {
        return;
    }
    for taken in [BigInt::zero(), BigInt::one()] {
        let holds = |factor: &&BigInt| {
            let mut both = first.values.iter().zip(&second.values);
            both.all(|(a, b)| *a <= *factor * (b - &taken))
        };
        let factors = hints
            .constants
            .range(BigInt::from(2)..BigInt::from(LARGEST_FACTOR));
        for factor in factors.filter(holds).take(NEAREST) {
            let number = Term::arithmetic(
                Arithmetic::Subtract,
                second.term.clone(),
                Term::int(taken.clone()),
            );
            let factor = Term::int(factor.clone());
            let product = Term::arithmetic(Arithmetic::Multiply, factor, number);
            let most = Term::compare(Comparison::LessEqual, first.term.clone(), product);
            found.add(linear::normal(&most));
        }
    }
}

/// Components that always had the same value.
fn components(place: &Place<'_>, found: &mut Candidates) {
    let is_array = |variable: &&&Variable| matches!(variable.sort, Sort::Array(_));
    for variable in place.variables.iter().filter(is_array) {
        let arrays = place.samples.iter().map(|sample| sample.get(*variable));
        let arrays: Option<Vec<&ArrayValue>> =
            arrays.map(|value| value.map(Value::as_array)).collect();
        let Some(first) = arrays.as_ref().and_then(|arrays| arrays.first()) else {
            continue;
        };
        for (index, value) in first.exceptions().take(MOST_COMPONENTS) {
            let is_same = |array: &&ArrayValue| array.get(index) == value;
            if !matches!(value, Value::Array(_)) && arrays.iter().flatten().all(is_same) {
                let component = Term::select(Term::variable(variable), Term::int(index.clone()));
                found.add(Term::equal(component, Term::constant(value)));
            }
        }
    }
}
