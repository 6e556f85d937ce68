//! Candidates about components: what the subprogram says of all or some of them, for a part of the
//! range that ends at a number of the place.

use std::collections::{BTreeMap, BTreeSet};

use num_bigint::BigInt;

use super::runs::Sample;
use super::templates::{Place, UNITS_OF_A_SAMPLE};
use crate::logic::{
    Allowance, Arithmetic, Binder, Quantifier, Sort, Term, TermKind, Value, Variable,
    evaluate_within,
};

/// Longer ranges are not gone through.
const LONGEST: i32 = 300;
/// So many instances are evaluated per place; of what comes then nothing is conjectured.
const MOST_INSTANCES: usize = 100_000;
/// In so many samples, spread over all: the solver drops what the others would have shown.
const MOST_SAMPLES: usize = 150;
/// So many candidates are enough.
const MOST: usize = 24;

/// Conditions with a binder that held in all samples. First what is written, then what the language
/// implies, and last what is written with other names.
pub(super) fn candidates(place: &Place<'_>) -> Vec<Term> {
    let hints = place.hints;
    let implied: Vec<Term> = hints.implied.iter().filter_map(outright).collect();
    let said = hints.quantified.iter().chain(&implied);
    let mut terms: Vec<Term> = said.flat_map(|term| fitting(term, place)).collect();
    terms.extend(
        hints
            .quantified
            .iter()
            .flat_map(|term| variants(term, place)),
    );
    let mut found: Vec<Term> = Vec::new();
    let mut left = MOST_INSTANCES;
    for term in terms {
        if found.len() >= MOST || left == 0 {
            break;
        }
        let Some(mut instances) = Instances::of(&term, place) else {
            continue;
        };
        for (part, low, high) in parts(&term, place) {
            let is_new = found.len() < MOST && !found.contains(&part);
            if is_new && instances.hold((&low, &high), &mut left) {
                found.push(part);
            }
        }
    }
    found
}

/// The term, but what it says of an instance only as long as something held of those before, it says
/// outright: otherwise those before would be gone through for each.
fn outright(term: &Term) -> Option<Term> {
    let TermKind::Quantified(quantifier, binder, body) = term.kind() else {
        return None;
    };
    if !body.has_binder() {
        return Some(term.clone());
    }
    let TermKind::Or(cases) = body.kind() else {
        return None;
    };
    let plain: Vec<Term> = cases
        .iter()
        .filter(|case| !case.has_binder())
        .cloned()
        .collect();
    let is_stronger = *quantifier == Quantifier::ForAll && !plain.is_empty();
    is_stronger.then(|| Term::quantified(*quantifier, binder.clone(), Term::or(plain)))
}

/// The term with names of the place: a variable that it does not know stands for one that it does.
fn fitting(term: &Term, place: &Place<'_>) -> Vec<Term> {
    let variables = term.variables();
    let is_known = |variable: &&Variable| place.variables.contains(variable);
    let unknown: Vec<&Variable> = variables.iter().filter(|v| !is_known(v)).collect();
    match unknown.as_slice() {
        [] => vec![term.clone()],
        [one] => renamed(term, one, place.variables.iter().copied()),
        _ => Vec::new(),
    }
}

/// The term where a number that it knows stands for another; not for its bounds.
fn variants(term: &Term, place: &Place<'_>) -> Vec<Term> {
    let TermKind::Quantified(_, binder, _) = term.kind() else {
        return Vec::new();
    };
    let variables = term.variables();
    if variables.iter().any(|one| !place.variables.contains(&one)) {
        return Vec::new();
    }
    let ends: BTreeSet<Variable> = &binder.low.variables() | &binder.high.variables();
    let is_free = |variable: &&Variable| variable.sort == Sort::Int && !ends.contains(*variable);
    let numbers = variables.iter().filter(is_free);
    numbers
        .flat_map(|number| {
            renamed(
                term,
                number,
                place.variables.iter().copied().filter(is_free),
            )
        })
        .collect()
}

/// The term with one of the others in the place of a variable.
fn renamed<'a>(
    term: &Term,
    variable: &Variable,
    others: impl Iterator<Item = &'a Variable>,
) -> Vec<Term> {
    let others = others.filter(|other| other.sort == variable.sort && *other != variable);
    others
        .map(|other| term.replace(variable, &Term::variable(other)))
        .collect()
}

/// The term, and the same for parts of its range; each with its bounds.
fn parts(term: &Term, place: &Place<'_>) -> Vec<(Term, Term, Term)> {
    let TermKind::Quantified(quantifier, binder, body) = term.kind() else {
        return Vec::new();
    };
    let mut ranges = vec![(binder.low.clone(), binder.high.clone())];
    for variable in place.variables.iter().filter(|v| v.sort == Sort::Int) {
        let number = Term::variable(variable);
        let next = |by: i32| match by {
            0 => number.clone(),
            _ => Term::arithmetic(Arithmetic::Add, number.clone(), Term::int(by)),
        };
        // Of a bound itself, only what lies beside it on the inner side makes another range.
        let [is_low, is_high] = [&binder.low, &binder.high].map(|end| *end == number);
        for by in i32::from(is_low || is_high)..=2 {
            if !is_low {
                ranges.push((binder.low.clone(), next(-by)));
            }
            if !is_high {
                ranges.push((next(by), binder.high.clone()));
            }
        }
    }
    // The bounds speak of the place, where another variable may have the binder's name.
    let is_taken = |name: &str| place.variables.iter().any(|v| *v.name == *name);
    let mut name = binder.variable.name.to_string();
    while is_taken(&name) {
        name.push('K');
    }
    let part = |(low, high): (Term, Term)| {
        let own = Binder::new(&name, low.clone(), high.clone());
        let body = body.replace(&binder.variable, &Term::variable(&own.variable));
        (Term::quantified(*quantifier, own, body), low, high)
    };
    ranges.into_iter().map(part).collect()
}

/// What the body of a quantified term is in each sample, per value of its binder: found out once,
/// for all parts of the range.
struct Instances<'a> {
    quantifier: Quantifier,
    binder: &'a Variable,
    body: &'a Term,
    samples: Vec<(&'a Sample, Truths)>,
}

/// Per value of the binder, what was found out; `None` if that would take too long.
type Truths = BTreeMap<BigInt, Option<bool>>;

impl<'a> Instances<'a> {
    /// None if there is a variable that the samples do not know.
    fn of(term: &'a Term, place: &Place<'a>) -> Option<Instances<'a>> {
        let TermKind::Quantified(quantifier, binder, body) = term.kind() else {
            return None;
        };
        let variables = term.variables();
        let mut samples = Vec::new();
        let apart = place.samples.len().div_ceil(MOST_SAMPLES).max(1);
        for sample in place.samples.iter().step_by(apart) {
            if variables.iter().any(|one| !sample.contains_key(one)) {
                return None;
            }
            samples.push((*sample, Truths::new()));
        }
        Some(Instances {
            quantifier: *quantifier,
            binder: &binder.variable,
            body,
            samples,
        })
    }

    /// Whether the term with this range held whenever it could be told, and that was so at least
    /// once with something in the range. It does not if no evaluations are `left`.
    fn hold(&mut self, (low, high): (&Term, &Term), left: &mut usize) -> bool {
        let mut is_seen = false;
        for at in 0..self.samples.len() {
            let sample = self.samples[at].0;
            let (Some(low), Some(high)) = (number(low, sample), number(high, sample)) else {
                continue;
            };
            let size: BigInt = &high - &low + 1;
            if size > BigInt::from(LONGEST) {
                continue;
            }
            match self.holds_in(at, low, &high, left) {
                Some(false) => return false,
                Some(true) => is_seen |= size > BigInt::from(0),
                None => {}
            }
        }
        is_seen && *left > 0
    }

    fn holds_in(
        &mut self,
        at: usize,
        low: BigInt,
        high: &BigInt,
        left: &mut usize,
    ) -> Option<bool> {
        let decisive = self.quantifier == Quantifier::Exists;
        let mut index = low;
        while index <= *high {
            if self.instance(at, &index, left)? == decisive {
                return Some(decisive);
            }
            index += 1;
        }
        Some(!decisive)
    }

    fn instance(&mut self, at: usize, index: &BigInt, left: &mut usize) -> Option<bool> {
        let (sample, known) = &mut self.samples[at];
        if let Some(truth) = known.get(index) {
            return *truth;
        }
        *left = left.checked_sub(1)?;
        let lookup = |variable: &Variable| {
            if variable == self.binder {
                Value::Int(index.clone())
            } else {
                sample[variable].clone()
            }
        };
        let allowance = Allowance::of(UNITS_OF_A_SAMPLE);
        let value = evaluate_within(self.body, &lookup, &allowance);
        let truth = value.ok().map(|value| value.as_bool());
        known.insert(index.clone(), truth);
        truth
    }
}

/// What a number is in a sample, if it can be had in time.
fn number(term: &Term, sample: &Sample) -> Option<BigInt> {
    let lookup = |variable: &Variable| sample[variable].clone();
    let found = evaluate_within(term, &lookup, &Allowance::of(UNITS_OF_A_SAMPLE));
    found.ok().map(|value| value.as_int().clone())
}
