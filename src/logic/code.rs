//! Terms as straight-line code over machine integers, for whoever wants the values of the same
//! terms in very many states. [`evaluate`](super::evaluate) is its slow twin.

use std::collections::BTreeMap;

use indexmap::IndexMap;
use num_traits::ToPrimitive;

use super::sort::Variable;
use super::term::{Arithmetic, Comparison, Term, TermKind};

/// Where the value of a term stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place(usize);

/// The values of some terms, one step after the other. Truth values are 0 and 1.
///
/// Numbers have 128 bits; where one has more, a run gives up. Arrays, quantifiers, powers and
/// uninterpreted functions have no code.
#[derive(Debug, Default)]
pub struct Code {
    steps: Vec<Step>,
    inputs: usize,
    variables: BTreeMap<Variable, Place>,
    /// Where terms that have code stand: a shared part is computed once.
    places: IndexMap<Term, Place>,
}

#[derive(Debug, Clone, Copy)]
enum Step {
    Input(usize),
    Constant(i128),
    Not(Place),
    And(Place, Place),
    Or(Place, Place),
    Compare(Comparison, Place, Place),
    Arithmetic(Arithmetic, Place, Place),
    Negate(Place),
    Absolute(Place),
    IfThenElse(Place, Place, Place),
}

impl Code {
    /// The value of the variable is given to each run, behind those of earlier inputs.
    pub fn input(&mut self, variable: &Variable) {
        let place = self.push(Step::Input(self.inputs));
        self.inputs += 1;
        self.variables.insert(variable.clone(), place);
    }

    /// The variable has the value of the term. None if the term has no code.
    pub fn define(&mut self, variable: &Variable, term: &Term) -> Option<()> {
        let place = self.place(term)?;
        self.variables.insert(variable.clone(), place);
        Some(())
    }

    /// Where the value of the term stands after a run. None if it has no code, or a variable that
    /// is neither an input nor defined before.
    pub fn place(&mut self, term: &Term) -> Option<Place> {
        if let Some(place) = self.places.get(term) {
            return Some(*place);
        }
        let step = match term.kind() {
            TermKind::Variable(variable) => return self.variables.get(variable).copied(),
            TermKind::Bool(value) => Step::Constant(i128::from(*value)),
            TermKind::Int(value) => Step::Constant(value.to_i128()?),
            TermKind::Not(a) => Step::Not(self.place(a)?),
            TermKind::And(parts) => return self.chain(term, parts, Step::And),
            TermKind::Or(parts) => return self.chain(term, parts, Step::Or),
            TermKind::Compare(comparison, a, b) => {
                Step::Compare(*comparison, self.place(a)?, self.place(b)?)
            }
            TermKind::Arithmetic(operator, a, b) if *operator != Arithmetic::Power => {
                Step::Arithmetic(*operator, self.place(a)?, self.place(b)?)
            }
            TermKind::Negate(a) => Step::Negate(self.place(a)?),
            TermKind::Absolute(a) => Step::Absolute(self.place(a)?),
            TermKind::IfThenElse(condition, a, b) => {
                Step::IfThenElse(self.place(condition)?, self.place(a)?, self.place(b)?)
            }
            TermKind::Arithmetic(..)
            | TermKind::Select(..)
            | TermKind::Store(..)
            | TermKind::ConstantArray(_)
            | TermKind::Comprehension(..)
            | TermKind::Quantified(..)
            | TermKind::Apply(..) => return None,
        };
        let place = self.push(step);
        self.places.insert(term.clone(), place);
        Some(place)
    }

    /// Computes everything for these inputs; `values` then holds it by place. False if some number
    /// is too large.
    pub fn run(&self, inputs: &[i128], values: &mut Vec<i128>) -> bool {
        values.clear();
        for step in &self.steps {
            let Some(value) = step.value(inputs, values) else {
                return false;
            };
            values.push(value);
        }
        true
    }

    fn chain(
        &mut self,
        term: &Term,
        parts: &[Term],
        both: fn(Place, Place) -> Step,
    ) -> Option<Place> {
        let (first, rest) = parts.split_first()?;
        let mut place = self.place(first)?;
        for part in rest {
            let part = self.place(part)?;
            place = self.push(both(place, part));
        }
        self.places.insert(term.clone(), place);
        Some(place)
    }

    fn push(&mut self, step: Step) -> Place {
        self.steps.push(step);
        Place(self.steps.len() - 1)
    }
}

impl Place {
    /// The value that stands there.
    pub fn of(self, values: &[i128]) -> i128 {
        values[self.0]
    }

    /// The truth value that stands there.
    pub fn holds(self, values: &[i128]) -> bool {
        values[self.0] != 0
    }
}

impl Step {
    fn value(self, inputs: &[i128], values: &[i128]) -> Option<i128> {
        Some(match self {
            Step::Input(at) => inputs[at],
            Step::Constant(value) => value,
            Step::Not(a) => 1 - a.of(values),
            Step::And(a, b) => a.of(values) & b.of(values),
            Step::Or(a, b) => a.of(values) | b.of(values),
            Step::Compare(comparison, a, b) => {
                let (a, b) = (a.of(values), b.of(values));
                i128::from(match comparison {
                    Comparison::Equal => a == b,
                    Comparison::NotEqual => a != b,
                    Comparison::Less => a < b,
                    Comparison::LessEqual => a <= b,
                    Comparison::Greater => a > b,
                    Comparison::GreaterEqual => a >= b,
                })
            }
            Step::Arithmetic(operator, a, b) => {
                return arithmetic(operator, a.of(values), b.of(values));
            }
            Step::Negate(a) => a.of(values).checked_neg()?,
            Step::Absolute(a) => a.of(values).checked_abs()?,
            Step::IfThenElse(condition, a, b) => {
                let chosen = if condition.holds(values) { a } else { b };
                chosen.of(values)
            }
        })
    }
}

/// As [`evaluate_arithmetic`](super::evaluate_arithmetic), as long as numbers are small enough.
fn arithmetic(operator: Arithmetic, a: i128, b: i128) -> Option<i128> {
    match operator {
        Arithmetic::Add => a.checked_add(b),
        Arithmetic::Subtract => a.checked_sub(b),
        Arithmetic::Multiply => a.checked_mul(b),
        Arithmetic::Divide if b == 0 => Some(0),
        Arithmetic::Remainder | Arithmetic::Modulo if b == 0 => Some(a),
        Arithmetic::Divide => a.checked_div(b),
        Arithmetic::Remainder => a.checked_rem(b),
        Arithmetic::Modulo => {
            let rest = a.checked_rem(b)?;
            let has_other_sign = rest != 0 && (rest < 0) != (b < 0);
            Some(if has_other_sign { rest + b } else { rest })
        }
        Arithmetic::Power => None,
        Arithmetic::BitAnd => Some(a & b),
        Arithmetic::BitOr => Some(a | b),
        Arithmetic::BitXor => Some(a ^ b),
    }
}

#[cfg(test)]
mod tests {
    use num_bigint::BigInt;
    use quickcheck::{Arbitrary, Gen, quickcheck};

    use super::super::{Sort, Value, evaluate};
    use super::*;

    fn variables() -> [Variable; 3] {
        [("X", Sort::Int), ("Y", Sort::Int), ("B", Sort::Bool)]
            .map(|(name, sort)| Variable::new(name, sort))
    }

    fn number(g: &mut Gen, depth: usize) -> Term {
        let smaller = depth.saturating_sub(1);
        match u8::arbitrary(g) % if depth == 0 { 3 } else { 16 } {
            0 => Term::int(i8::arbitrary(g)),
            1 => Term::variable(&variables()[0]),
            2 => Term::variable(&variables()[1]),
            3 => Term::negate(number(g, smaller)),
            4 => Term::absolute(number(g, smaller)),
            5 => Term::if_then_else(truth(g, smaller), number(g, smaller), number(g, smaller)),
            at => {
                let operators = [
                    Arithmetic::Add,
                    Arithmetic::Subtract,
                    Arithmetic::Multiply,
                    Arithmetic::Divide,
                    Arithmetic::Remainder,
                    Arithmetic::Modulo,
                    Arithmetic::BitAnd,
                    Arithmetic::BitOr,
                    Arithmetic::BitXor,
                    Arithmetic::Add,
                ];
                let operator = operators[usize::from(at) - 6];
                Term::arithmetic(operator, number(g, smaller), number(g, smaller))
            }
        }
    }

    fn truth(g: &mut Gen, depth: usize) -> Term {
        let smaller = depth.saturating_sub(1);
        match u8::arbitrary(g) % if depth == 0 { 1 } else { 5 } {
            0 => Term::variable(&variables()[2]),
            1 => Term::not(truth(g, smaller)),
            2 => Term::and((0..3).map(|_| truth(g, smaller)).collect::<Vec<_>>()),
            3 => Term::or((0..3).map(|_| truth(g, smaller)).collect::<Vec<_>>()),
            _ => {
                let comparisons = [
                    Comparison::Equal,
                    Comparison::NotEqual,
                    Comparison::Less,
                    Comparison::LessEqual,
                    Comparison::Greater,
                    Comparison::GreaterEqual,
                ];
                let comparison = comparisons[usize::arbitrary(g) % comparisons.len()];
                Term::compare(comparison, number(g, smaller), number(g, smaller))
            }
        }
    }

    #[derive(Debug, Clone)]
    struct Both(Term, Term);

    impl Arbitrary for Both {
        fn arbitrary(g: &mut Gen) -> Both {
            Both(number(g, 4), truth(g, 4))
        }
    }

    quickcheck! {
        /// Code says what evaluation says, of a variable that is defined by a term too.
        fn code_says_what_evaluation_says(terms: Both, x: i16, y: i16, b: bool) -> bool {
            let Both(number, truth) = terms;
            let [input, defined, flag] = variables();
            let value = |variable: &Variable| {
                if *variable == input {
                    Value::Int(BigInt::from(x))
                } else if *variable == flag {
                    Value::Bool(b)
                } else {
                    Value::Int(BigInt::from(x) - BigInt::from(y))
                }
            };
            let mut code = Code::default();
            code.input(&input);
            code.input(&flag);
            let difference =
                Term::arithmetic(Arithmetic::Subtract, Term::variable(&input), Term::int(y));
            code.define(&defined, &difference).unwrap();
            let places = (code.place(&number).unwrap(), code.place(&truth).unwrap());
            let mut values = Vec::new();
            // Numbers that are too large for it are no matter of dispute.
            !code.run(&[i128::from(x), i128::from(b)], &mut values)
                || BigInt::from(places.0.of(&values)) == *evaluate(&number, &value).as_int()
                    && places.1.holds(&values) == evaluate(&truth, &value).as_bool()
        }
    }

    #[test]
    fn what_is_too_large_or_has_no_code_is_said() {
        let x = Variable::new("X", Sort::Int);
        let mut code = Code::default();
        code.input(&x);
        let mut term = Term::variable(&x);
        for _ in 0..3 {
            term = Term::arithmetic(Arithmetic::Multiply, term.clone(), term);
        }
        let place = code.place(&term).unwrap();
        let mut values = Vec::new();
        assert!(code.run(&[2], &mut values));
        assert_eq!(place.of(&values), 256);
        assert!(!code.run(&[1 << 20], &mut values));
        let power = Term::arithmetic(Arithmetic::Power, Term::variable(&x), Term::variable(&x));
        assert_eq!(code.place(&power), None);
        assert_eq!(
            code.place(&Term::variable(&Variable::new("Y", Sort::Int))),
            None
        );
    }
}
