//! States tried at random: what they make of the atoms is a model that nobody had to be asked for.
//!
//! Variables that the facts define are computed, the others get small numbers, numbers that occur in
//! the terms, their neighbours, and values of each other. A state that showed something new is worth
//! changing a little. The same context gives the same states in every run.

use std::collections::{BTreeMap, BTreeSet};

use indexmap::IndexSet;
use num_traits::ToPrimitive;

use super::exhaustive::split_definitions;
use super::oracle::Context;
use super::script::variables;
use crate::logic::{Code, Comparison, Place, Sort, Term, TermKind, Variable};

/// So many states in a row, per atom, may show nothing new before it is given up; and so many at
/// most. A question takes a solver as long as some hundred states.
const PATIENCE: usize = 32;
const MOST_PATIENCE: usize = 256;

/// More numbers than these are not taken from the terms.
const MOST_CONSTANTS: usize = 64;

/// Different truth values of all atoms in states that satisfy the facts, `most` of them at most;
/// none where terms are not simple enough.
pub(super) fn witnesses(context: &Context, most: usize) -> Vec<Vec<bool>> {
    Sampler::new(context).map_or_else(Vec::new, |sampler| sampler.run(most))
}

struct Sampler {
    code: Code,
    facts: Vec<Place>,
    atoms: Vec<Place>,
    /// Per variable that is not computed, the values it may have.
    ranges: Vec<Range>,
    constants: Vec<i128>,
    dice: Dice,
}

#[derive(Debug, Clone, Copy)]
struct Range {
    low: i128,
    high: i128,
}

/// Without bounds of its own a variable stays among numbers of 32 bits.
const ANY: Range = Range {
    low: -(1 << 31),
    high: (1 << 31) - 1,
};

impl Sampler {
    fn new(context: &Context) -> Option<Sampler> {
        let (definitions, facts) = split_definitions(&context.facts);
        let computed: BTreeSet<&Variable> = definitions.iter().map(|(v, _)| v).collect();
        let bounds = bounds(&facts);
        let mut code = Code::default();
        let mut ranges = Vec::new();
        for variable in variables(context) {
            if computed.contains(&variable) {
                continue;
            }
            ranges.push(match variable.sort {
                Sort::Bool => Range { low: 0, high: 1 },
                Sort::Int => bounds.get(&variable).copied().unwrap_or(ANY),
                Sort::Array(_) => return None,
            });
            code.input(&variable);
        }
        for (variable, term) in &definitions {
            code.define(variable, term)?;
        }
        let mut places = |terms: &[Term]| -> Option<Vec<Place>> {
            terms.iter().map(|term| code.place(term)).collect()
        };
        let (facts, atoms) = (places(&facts)?, places(&context.atoms)?);
        Some(Sampler {
            code,
            facts,
            atoms,
            ranges,
            constants: constants(context),
            dice: Dice(0x9e37_79b9_7f4a_7c15),
        })
    }

    fn run(mut self, most: usize) -> Vec<Vec<bool>> {
        let patience = (PATIENCE * (self.atoms.len() + 1)).min(MOST_PATIENCE);
        let mut found: IndexSet<Vec<bool>> = IndexSet::new();
        // The states that showed something new.
        let mut fruitful: Vec<Vec<i128>> = Vec::new();
        let mut values = Vec::new();
        let mut in_vain = 0;
        while in_vain < patience && found.len() < most {
            in_vain += 1;
            let state = if fruitful.is_empty() || self.dice.below(4) == 0 {
                self.state()
            } else {
                let at = self.dice.below(fruitful.len());
                self.neighbour(&fruitful[at])
            };
            if !self.code.run(&state, &mut values)
                || !self.facts.iter().all(|fact| fact.holds(&values))
            {
                continue;
            }
            let truths = self.atoms.iter().map(|atom| atom.holds(&values));
            if found.insert(truths.collect()) {
                in_vain = 0;
                fruitful.push(state);
            }
        }
        found.into_iter().collect()
    }

    fn state(&mut self) -> Vec<i128> {
        let mut state: Vec<i128> = Vec::with_capacity(self.ranges.len());
        // Some states have small numbers only, others also large ones.
        let width = 1 << (2 * self.dice.below(5));
        for at in 0..self.ranges.len() {
            let value = self.value(&state, width);
            state.push(self.ranges[at].nearest(value));
        }
        state
    }

    /// The state with one value or two changed.
    fn neighbour(&mut self, state: &[i128]) -> Vec<i128> {
        let mut state = state.to_vec();
        for _ in 0..=self.dice.below(2) {
            if state.is_empty() {
                break;
            }
            let at = self.dice.below(state.len());
            let value = match self.dice.below(3) {
                0 => self.value(&state, 16),
                1 => state[at] + self.dice.around(1),
                _ => state[at] + self.dice.around(16),
            };
            state[at] = self.ranges[at].nearest(value);
        }
        state
    }

    fn value(&mut self, others: &[i128], width: i128) -> i128 {
        let (constants, others) = (self.constants.len(), others.get(..).unwrap_or_default());
        match self.dice.below(8) {
            0 | 1 if constants > 0 => {
                self.constants[self.dice.below(constants)] + self.dice.around(1)
            }
            2 if !others.is_empty() => others[self.dice.below(others.len())] + self.dice.around(1),
            3 if !others.is_empty() && constants > 0 => {
                let other = others[self.dice.below(others.len())];
                let constant = self.constants[self.dice.below(constants)];
                let near = self.dice.around(1);
                near + if self.dice.below(2) == 0 {
                    other + constant
                } else {
                    other - constant
                }
            }
            4 => self.dice.around(1 << 31),
            _ => self.dice.around(width),
        }
    }
}

impl Range {
    fn nearest(self, value: i128) -> i128 {
        value.max(self.low).min(self.high)
    }
}

/// What the facts say by themselves of the values of single variables.
fn bounds(facts: &[Term]) -> BTreeMap<Variable, Range> {
    let mut found: BTreeMap<Variable, Range> = BTreeMap::new();
    for fact in facts {
        let parts = if let TermKind::And(parts) = fact.kind() {
            parts.as_slice()
        } else {
            std::slice::from_ref(fact)
        };
        for part in parts {
            let TermKind::Compare(comparison, left, right) = part.kind() else {
                continue;
            };
            let (variable, low, high) = match (left.kind(), right.kind(), comparison) {
                (TermKind::Variable(v), TermKind::Int(c), Comparison::LessEqual)
                | (TermKind::Int(c), TermKind::Variable(v), Comparison::GreaterEqual) => {
                    (v, None, c.to_i128())
                }
                (TermKind::Variable(v), TermKind::Int(c), Comparison::GreaterEqual)
                | (TermKind::Int(c), TermKind::Variable(v), Comparison::LessEqual) => {
                    (v, c.to_i128(), None)
                }
                (TermKind::Variable(v), TermKind::Int(c), Comparison::Equal) => {
                    (v, c.to_i128(), c.to_i128())
                }
                _ => continue,
            };
            let range = found.entry(variable.clone()).or_insert(Range {
                low: i128::from(i64::MIN),
                high: i128::from(i64::MAX),
            });
            range.low = range.low.max(low.unwrap_or(range.low));
            range.high = range.high.min(high.unwrap_or(range.high));
        }
    }
    found
}

/// The numbers that occur in the terms, as far as they are of a size to compute with.
fn constants(context: &Context) -> Vec<i128> {
    let mut found = BTreeSet::new();
    let mut seen: IndexSet<&Term> = IndexSet::new();
    let mut pending: Vec<&Term> = context.atoms.iter().chain(&context.facts).collect();
    pending.reverse();
    while let Some(term) = pending.pop() {
        if found.len() >= MOST_CONSTANTS || !seen.insert(term) {
            continue;
        }
        if let TermKind::Int(value) = term.kind() {
            found.extend(value.to_i64().map(i128::from));
        }
        pending.extend(term.operands());
    }
    found.into_iter().collect()
}

/// A small generator of numbers; the same ones in every run.
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, limit: usize) -> usize {
        // The remainder is smaller than the limit.
        usize::try_from((self.next() >> 20) % limit as u64).unwrap_or(0)
    }

    /// From `-width` to `width`.
    fn around(&mut self, width: i128) -> i128 {
        i128::from(self.next() >> 20) % (2 * width + 1) - width
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Answer, Literal, Oracle, SolverProcess, referees};
    use super::*;
    use crate::logic::Arithmetic;

    fn variable(name: &str) -> Term {
        Term::variable(&Variable::new(name, Sort::Int))
    }

    fn less(left: Term, right: Term) -> Term {
        Term::compare(Comparison::Less, left, right)
    }

    /// X after it was increased, and a flag.
    fn context() -> Context {
        let (x, y, after) = (variable("X"), variable("Y"), variable("X1"));
        let flag = Term::variable(&Variable::new("B", Sort::Bool));
        let sum = Term::arithmetic(Arithmetic::Add, x.clone(), y.clone());
        Context {
            facts: vec![
                Term::equal(after.clone(), sum.clone()),
                Term::between(&x, Term::int(-5), Term::int(1000)),
                Term::implies(flag.clone(), less(y.clone(), x.clone())),
            ],
            atoms: vec![
                less(after.clone(), Term::int(77)),
                less(x.clone(), y.clone()),
                Term::equal(after, Term::int(1234)),
                flag,
                less(x, Term::int(-5)),
                Term::equal(
                    Term::arithmetic(Arithmetic::Modulo, y, Term::int(7)),
                    Term::int(3),
                ),
            ],
        }
    }

    /// A solver agrees that there are such states, and does not know of many others.
    #[test]
    fn a_solver_agrees_with_what_is_found() {
        let context = context();
        let found = witnesses(&context, usize::MAX);
        for command in referees() {
            let mut solver = SolverProcess::new(&command);
            solver.begin(&context).unwrap();
            let mut possible = 0;
            for number in 0..1usize << context.atoms.len() {
                let truths: Vec<bool> = (0..6).map(|at| number >> at & 1 == 1).collect();
                let literal = |(atom, positive): (usize, &bool)| Literal {
                    atom,
                    positive: *positive,
                };
                let assumptions: Vec<Literal> = truths.iter().enumerate().map(literal).collect();
                let expected = matches!(solver.ask(&assumptions), Ok(Answer::Satisfiable(_)));
                assert!(expected || !found.contains(&truths), "{truths:?}");
                possible += usize::from(expected);
            }
            assert!(2 * found.len() > possible, "{} of {possible}", found.len());
        }
    }

    #[test]
    fn what_is_found_is_the_same_in_every_run_and_not_too_much() {
        let all = witnesses(&context(), usize::MAX);
        assert_eq!(all, witnesses(&context(), usize::MAX));
        assert_eq!(all[..3], witnesses(&context(), 3));
    }

    #[test]
    fn nothing_is_found_where_facts_contradict_each_other_or_speak_of_arrays() {
        let mut context = context();
        context.facts.push(less(variable("Y"), variable("Y")));
        assert!(witnesses(&context, usize::MAX).is_empty());
        let array = Term::variable(&Variable::new("A", Sort::array(Sort::Int)));
        context.facts = vec![less(Term::select(array, Term::int(1)), Term::int(3))];
        assert!(witnesses(&context, usize::MAX).is_empty());
    }
}
