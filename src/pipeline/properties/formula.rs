//! A temporal property in the words of a Boolean program.

use crate::bp::Identifier;
use crate::exact::{Atom, Ctl};
use crate::logic::{Term, Value};
use crate::program::{PathQuantifier, Temporal, TemporalFormula};

/// What `main` is called.
pub(super) const MAIN: &str = "main";

/// How conditions are said, and what counts as a run.
pub(super) struct Words<'a> {
    /// The variable of `main` that stands for a condition.
    pub(super) bit: &'a dyn Fn(&Term) -> Option<Identifier>,
    /// Whether there are assumptions: a run that one of them ends is none, so states without any
    /// way on do not count.
    pub(super) is_cut: bool,
    /// Where a state of the body begins, for formulas that tell a state from the rest of its step:
    /// the other states of the Boolean program are on the way to the next of these. Nothing where
    /// that makes no difference, since on the way conditions are what they were.
    pub(super) arrival: Option<Ctl>,
}

impl Words<'_> {
    /// That the property holds wherever a run enters the body from the label; `None` if a condition
    /// has no variable.
    pub(super) fn wherever(&self, label: &str, formula: &TemporalFormula) -> Option<Ctl> {
        let failing = self.alive(Ctl::not(self.said(formula)?));
        let met = Ctl::implies(Self::at(label), Ctl::not(Ctl::exists_next(failing)));
        Some(Ctl::all_always(met))
    }

    /// That wherever control enters it from the label there is a run, and the property does not hold.
    pub(super) fn nowhere(&self, label: &str, formula: &TemporalFormula) -> Option<Ctl> {
        let failing = self.alive(Ctl::not(self.said(formula)?));
        let missed = Ctl::implies(Self::at(label), Ctl::exists_next(failing));
        Some(Ctl::all_always(missed))
    }

    fn at(label: &str) -> Ctl {
        Ctl::Atom(Atom::At {
            procedure: Some(Identifier::new(MAIN)),
            label: Identifier::new(label),
        })
    }

    /// Where a state begins: at one of the labels, and where a run is over.
    pub(super) fn arrival(labels: &[Identifier]) -> Ctl {
        let places = labels.iter().map(|label| Self::at(label.as_str()));
        let over = [Ctl::Atom(Atom::FailsAny), Ctl::Atom(Atom::Ended)];
        let all = places.chain(over).reduce(Ctl::or);
        all.unwrap_or(Ctl::Constant(false))
    }

    /// Some run goes on for ever.
    fn goes_on() -> Ctl {
        Ctl::exists_always(Ctl::Constant(true))
    }

    /// A state that a run goes through.
    fn alive(&self, state: Ctl) -> Ctl {
        if self.is_cut {
            Ctl::and(state, Self::goes_on())
        } else {
            state
        }
    }

    /// What must come, in a state that a run goes through.
    fn met(&self, state: Ctl) -> Ctl {
        self.alive(match &self.arrival {
            Some(arrival) => Ctl::and(arrival.clone(), state),
            None => state,
        })
    }

    /// What must last, in each state.
    fn lasting(&self, state: Ctl) -> Ctl {
        match &self.arrival {
            Some(arrival) => Ctl::implies(arrival.clone(), state),
            None => state,
        }
    }

    /// `EX`: a step, and what else there is on the way to the next state.
    fn next(&self, state: Ctl) -> Option<Ctl> {
        let on_the_way = Ctl::not(self.arrival.clone()?);
        Some(Ctl::exists_next(Ctl::exists_until(
            on_the_way,
            self.met(state),
        )))
    }

    fn said(&self, formula: &TemporalFormula) -> Option<Ctl> {
        Some(match formula {
            TemporalFormula::Holds(term) => match term.as_value() {
                Some(Value::Bool(value)) => Ctl::Constant(value),
                Some(_) | None => Ctl::Atom(Atom::Variable {
                    procedure: Some(Identifier::new(MAIN)),
                    name: (self.bit)(term)?,
                }),
            },
            TemporalFormula::At(label, _) => Self::at(label),
            TemporalFormula::Not(inner) => Ctl::not(self.said(inner)?),
            TemporalFormula::And(left, right) => Ctl::and(self.said(left)?, self.said(right)?),
            TemporalFormula::Or(left, right) => Ctl::or(self.said(left)?, self.said(right)?),
            TemporalFormula::Temporal(path, when, inner) => {
                let inner = self.said(inner)?;
                match (path, when) {
                    (PathQuantifier::Some, Temporal::Finally) => {
                        Ctl::exists_eventually(self.met(inner))
                    }
                    (PathQuantifier::All, Temporal::Globally) => {
                        Ctl::not(Ctl::exists_eventually(self.met(Ctl::not(inner))))
                    }
                    (PathQuantifier::Some, Temporal::Globally) => {
                        Ctl::exists_always(self.lasting(inner))
                    }
                    (PathQuantifier::All, Temporal::Finally) => {
                        Ctl::not(Ctl::exists_always(self.lasting(Ctl::not(inner))))
                    }
                    (PathQuantifier::Some, Temporal::Next) => self.next(inner)?,
                    (PathQuantifier::All, Temporal::Next) => Ctl::not(self.next(Ctl::not(inner))?),
                }
            }
            TemporalFormula::Until(path, left, right) => {
                let (left, right) = (self.said(left)?, self.said(right)?);
                match path {
                    PathQuantifier::Some => Ctl::exists_until(self.lasting(left), self.met(right)),
                    PathQuantifier::All => {
                        // Neither does the second never come, nor does the first end before it.
                        let missing = Ctl::not(right);
                        let neither = Ctl::and(Ctl::not(left), missing.clone());
                        let (missing, neither) = (self.lasting(missing), self.met(neither));
                        Ctl::not(Ctl::Weak(Box::new(missing), Box::new(neither)))
                    }
                }
            }
        })
    }
}

/// Whether a formula tells a state from the rest of its step: by where control is, or by what comes
/// next.
pub(super) fn tells_steps(formula: &TemporalFormula) -> bool {
    match formula {
        TemporalFormula::Holds(_) => false,
        TemporalFormula::At(..) | TemporalFormula::Temporal(_, Temporal::Next, _) => true,
        TemporalFormula::Not(inner) | TemporalFormula::Temporal(_, _, inner) => tells_steps(inner),
        TemporalFormula::And(left, right)
        | TemporalFormula::Or(left, right)
        | TemporalFormula::Until(_, left, right) => tells_steps(left) || tells_steps(right),
    }
}

/// What kind of runs a definite answer may rest on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Claims {
    /// That the formula holds says that some run exists.
    pub(super) by_holding: bool,
    /// That it does not hold says so.
    pub(super) by_failing: bool,
}

/// What a formula claims: `EF` that a run exists where it holds, `AF` where it does not.
pub(super) fn claims(formula: &TemporalFormula) -> Claims {
    let both = |left: &TemporalFormula, right: &TemporalFormula| {
        let (left, right) = (claims(left), claims(right));
        Claims {
            by_holding: left.by_holding || right.by_holding,
            by_failing: left.by_failing || right.by_failing,
        }
    };
    let quantified = |path: PathQuantifier, inner: Claims| Claims {
        by_holding: inner.by_holding || path == PathQuantifier::Some,
        by_failing: inner.by_failing || path == PathQuantifier::All,
    };
    match formula {
        TemporalFormula::Holds(_) | TemporalFormula::At(..) => Claims {
            by_holding: false,
            by_failing: false,
        },
        TemporalFormula::Not(inner) => {
            let inner = claims(inner);
            Claims {
                by_holding: inner.by_failing,
                by_failing: inner.by_holding,
            }
        }
        TemporalFormula::And(left, right) | TemporalFormula::Or(left, right) => both(left, right),
        TemporalFormula::Temporal(path, _, inner) => quantified(*path, claims(inner)),
        TemporalFormula::Until(path, left, right) => quantified(*path, both(left, right)),
    }
}
