//! Temporal formulas: the few operators that everything is said with, and how they are spelt.

use std::fmt;

use crate::bp::Identifier;
use crate::bp::control::Target;

/// A formula of CTL over the states of a Boolean program.
///
/// Paths are endless; a run that is cut is none. The other operators are said with these three:
/// `AG f` is `!E[1 U !f]`, `A[a U b]` is `!E[!b W (!a & !b)]`, and so on.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ctl {
    /// `0` or `1`
    Constant(bool),
    /// What a state says by itself.
    Atom(Atom),
    /// `!f`
    Not(Box<Ctl>),
    /// `f & g`
    And(Box<Ctl>, Box<Ctl>),
    /// `f | g`
    Or(Box<Ctl>, Box<Ctl>),
    /// `EX f`: some step leads to f.
    Next(Box<Ctl>),
    /// `E[f U g]`: on some path g comes, and until then f holds.
    Until(Box<Ctl>, Box<Ctl>),
    /// `E[f W g]`: the same, or f for ever.
    Weak(Box<Ctl>, Box<Ctl>),
}

/// What a state says by itself.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Atom {
    /// The value of a variable, of a global or of the procedure that has it.
    Variable {
        /// Whose it is; nobody's is a global's, `main`'s, or that of the only procedure that has it.
        procedure: Option<Identifier>,
        /// Its name.
        name: Identifier,
    },
    /// `pc = L`: control is before the statement with this label.
    At {
        /// In which procedure; in any if none is named.
        procedure: Option<Identifier>,
        /// The label.
        label: Identifier,
    },
    /// `fails = L`: the assertion with this label has failed.
    Fails {
        /// In which procedure; in any if none is named.
        procedure: Option<Identifier>,
        /// The label.
        label: Identifier,
    },
    /// `fails`: some assertion has failed.
    FailsAny,
    /// `pc = end`: `main` has returned.
    Ended,
    /// One of these has come about.
    Targets {
        /// How it is called.
        name: String,
        /// What.
        targets: Vec<Target>,
    },
}

impl Ctl {
    /// `!f`, without doubling one.
    #[must_use]
    #[allow(clippy::should_implement_trait)] // a constructor among its like
    #[allow(clippy::wildcard_enum_match_arm)] // every other shape is negated as it is
    pub fn not(operand: Ctl) -> Ctl {
        match operand {
            Ctl::Constant(value) => Ctl::Constant(!value),
            Ctl::Not(inner) => *inner,
            other => Ctl::Not(Box::new(other)),
        }
    }

    /// `f & g`
    #[must_use]
    pub fn and(left: Ctl, right: Ctl) -> Ctl {
        Ctl::And(Box::new(left), Box::new(right))
    }

    /// `f | g`
    #[must_use]
    pub fn or(left: Ctl, right: Ctl) -> Ctl {
        Ctl::Or(Box::new(left), Box::new(right))
    }

    /// `f -> g`
    #[must_use]
    pub fn implies(left: Ctl, right: Ctl) -> Ctl {
        Ctl::or(Ctl::not(left), right)
    }

    /// `f <-> g`
    #[must_use]
    pub fn equal(left: Ctl, right: Ctl) -> Ctl {
        let back = Ctl::implies(right.clone(), left.clone());
        Ctl::and(Ctl::implies(left, right), back)
    }

    /// `EX f`
    #[must_use]
    pub fn exists_next(operand: Ctl) -> Ctl {
        Ctl::Next(Box::new(operand))
    }

    /// `AX f`
    #[must_use]
    pub fn all_next(operand: Ctl) -> Ctl {
        Ctl::not(Ctl::exists_next(Ctl::not(operand)))
    }

    /// `E[f U g]`
    #[must_use]
    pub fn exists_until(left: Ctl, right: Ctl) -> Ctl {
        Ctl::Until(Box::new(left), Box::new(right))
    }

    /// `A[f U g]`
    #[must_use]
    pub fn all_until(left: Ctl, right: Ctl) -> Ctl {
        let neither = Ctl::and(Ctl::not(left), Ctl::not(right.clone()));
        Ctl::not(Ctl::Weak(Box::new(Ctl::not(right)), Box::new(neither)))
    }

    /// `A[f W g]`
    #[must_use]
    pub fn all_weak(left: Ctl, right: Ctl) -> Ctl {
        let neither = Ctl::and(Ctl::not(left), Ctl::not(right.clone()));
        Ctl::not(Ctl::exists_until(Ctl::not(right), neither))
    }

    /// `EF f`
    #[must_use]
    pub fn exists_eventually(operand: Ctl) -> Ctl {
        Ctl::exists_until(Ctl::Constant(true), operand)
    }

    /// `AF f`
    #[must_use]
    pub fn all_eventually(operand: Ctl) -> Ctl {
        Ctl::not(Ctl::exists_always(Ctl::not(operand)))
    }

    /// `EG f`
    #[must_use]
    pub fn exists_always(operand: Ctl) -> Ctl {
        Ctl::Weak(Box::new(operand), Box::new(Ctl::Constant(false)))
    }

    /// `AG f`
    #[must_use]
    pub fn all_always(operand: Ctl) -> Ctl {
        Ctl::not(Ctl::exists_eventually(Ctl::not(operand)))
    }

    /// How tightly the formula holds together when printed; more is tighter.
    fn tightness(&self) -> u8 {
        match self {
            Ctl::Or(left, _) if matches!(**left, Ctl::Not(_)) => 1,
            Ctl::Or(..) => 2,
            Ctl::And(..) => 3,
            Ctl::Constant(_)
            | Ctl::Atom(_)
            | Ctl::Not(_)
            | Ctl::Next(_)
            | Ctl::Until(..)
            | Ctl::Weak(..) => 4,
        }
    }

    fn within(&self, f: &mut fmt::Formatter<'_>, least: u8) -> fmt::Result {
        if self.tightness() < least {
            write!(f, "({self})")
        } else {
            write!(f, "{self}")
        }
    }

    /// A negation that has a name of its own: the quantifier over all paths.
    fn negated(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let not = |formula: &Ctl| Ctl::not(formula.clone());
        let unary = |f: &mut fmt::Formatter<'_>, name: &str, operand: &Ctl| {
            write!(f, "{name} ")?;
            Ctl::not(operand.clone()).within(f, 4)
        };
        match self {
            Ctl::Next(operand) => unary(f, "AX", operand),
            Ctl::Until(left, right) if **left == Ctl::Constant(true) => unary(f, "AG", right),
            Ctl::Weak(left, right) if **right == Ctl::Constant(false) => unary(f, "AF", left),
            Ctl::Until(left, right) | Ctl::Weak(left, right) => {
                if let Ctl::And(first, second) = &**right
                    && second == left
                {
                    let until = if matches!(self, Ctl::Weak(..)) {
                        'U'
                    } else {
                        'W'
                    };
                    return write!(f, "A[{} {until} {}]", not(first), not(second));
                }
                write!(f, "!{self}")
            }
            Ctl::Constant(_) | Ctl::Atom(_) | Ctl::Not(_) | Ctl::And(..) | Ctl::Or(..) => {
                write!(f, "!")?;
                self.within(f, 4)
            }
        }
    }
}

impl fmt::Display for Ctl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ctl::Constant(value) => write!(f, "{}", u8::from(*value)),
            Ctl::Atom(atom) => write!(f, "{atom}"),
            Ctl::Not(operand) => operand.negated(f),
            Ctl::And(left, right) => {
                left.within(f, 3)?;
                write!(f, " & ")?;
                right.within(f, 4)
            }
            Ctl::Or(left, right) => {
                if let Ctl::Not(left) = &**left {
                    left.within(f, 2)?;
                    write!(f, " -> ")?;
                    return right.within(f, 1);
                }
                left.within(f, 2)?;
                write!(f, " | ")?;
                right.within(f, 3)
            }
            Ctl::Next(operand) => {
                write!(f, "EX ")?;
                operand.within(f, 4)
            }
            Ctl::Until(left, right) if **left == Ctl::Constant(true) => {
                write!(f, "EF ")?;
                right.within(f, 4)
            }
            Ctl::Until(left, right) => write!(f, "E[{left} U {right}]"),
            Ctl::Weak(left, right) if **right == Ctl::Constant(false) => {
                write!(f, "EG ")?;
                left.within(f, 4)
            }
            Ctl::Weak(left, right) => write!(f, "E[{left} W {right}]"),
        }
    }
}

impl fmt::Display for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place =
            |f: &mut fmt::Formatter<'_>, procedure: &Option<Identifier>, name| match procedure {
                Some(procedure) => write!(f, "{procedure}:{name}"),
                None => write!(f, "{name}"),
            };
        match self {
            Atom::Variable { procedure, name } => place(f, procedure, name),
            Atom::At { procedure, label } => {
                write!(f, "(pc = ")?;
                place(f, procedure, label)?;
                write!(f, ")")
            }
            Atom::Fails { procedure, label } => {
                write!(f, "(fails = ")?;
                place(f, procedure, label)?;
                write!(f, ")")
            }
            Atom::FailsAny => write!(f, "fails"),
            Atom::Ended => write!(f, "(pc = end)"),
            Atom::Targets { name, .. } => write!(f, "{name}"),
        }
    }
}
