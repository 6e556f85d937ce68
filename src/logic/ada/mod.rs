//! Terms as Ada: legal where the variables stand that [`Words`] knows.
//!
//! A number is written in its own type as long as its parts have one type; otherwise its parts are
//! written as positions, or in a wider type, whatever the reader wants to do with it.

#![allow(
    clippy::wildcard_enum_match_arm,
    reason = "what has no words in Ada is every other shape"
)]

mod typing;
mod whole;

pub use whole::{Leaf, Manner, whole_value};

use std::fmt::Write as _;

use num_bigint::BigInt;
use num_traits::{Signed, Zero};

use super::form::{Form, Part, Scalar, ScalarKind, Words, source_name};
use super::print::Level;
use super::sort::{Sort, Variable};
use super::term::{Arithmetic, Binder, Comparison, Quantifier, Term, TermKind};
use typing::{agreed, is_ring};

/// The type in which numbers are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Numbers {
    /// The one they have.
    Own,
    /// That of positions, which has no bounds.
    Positions,
    /// The predefined one of this name.
    Wide(&'static str),
}

/// In which types two numbers may be compared, the one to be tried first in front.
pub type Types<'a> = dyn Fn(&Term, &Term) -> Vec<Numbers> + 'a;

/// What a text is for.
#[derive(Clone, Copy)]
pub enum Purpose<'a> {
    /// To be read.
    Reading,
    /// To be executed: connectives evaluate no more than they must, and the function says in which
    /// types two numbers may be compared without overflow, the plainest first.
    Execution(&'a Types<'a>),
}

impl Words<'_> {
    /// The term for people: as Ada, or in the notation of the logic where the source has no words
    /// for it.
    pub fn text(&self, term: &Term) -> String {
        let writer = Writer::new(self, Purpose::Reading);
        let told = match term.sort() {
            Sort::Bool => writer.condition(term),
            Sort::Int => writer
                .index(term, None)
                .or_else(|| writer.value(term, Numbers::Positions, None)),
            Sort::Array(_) => None,
        };
        told.map_or_else(|| term.to_string(), |found| found.text)
    }

    /// The term for people as a value of the scalar type of a form.
    pub fn value(&self, term: &Term, form: Option<&Form>) -> String {
        let writer = Writer::new(self, Purpose::Reading);
        let wanted = form.filter(|form| form.parts.is_empty());
        let told = match (term.sort(), wanted) {
            (Sort::Int, Some(form)) => writer.index(term, Some(&form.scalar)),
            _ => None,
        };
        told.map_or_else(|| self.text(term), |found| found.text)
    }

    /// `target := value` for people, of an array only the component that changes.
    pub fn assignment(&self, target: &Variable, value: &Term) -> String {
        let (mut place, mut changed) = (Term::variable(target), value.clone());
        while let TermKind::Store(array, index, element) = changed.kind() {
            if *array != place {
                break;
            }
            place = Term::select(place, index.clone());
            changed = element.clone();
        }
        let writer = Writer::new(self, Purpose::Reading);
        let told = match changed.sort() {
            Sort::Bool => writer.condition(&changed),
            Sort::Int => writer.index(&changed, writer.scalar_of_component(&place).as_ref()),
            Sort::Array(_) => None,
        };
        match (writer.component(&place), told) {
            (Some((place, _)), Some(value)) => format!("{place} := {}", value.text),
            _ => format!("{target} := {value}"),
        }
    }

    /// The condition as Ada; `None` where the source has no words for it.
    pub fn condition(&self, term: &Term, purpose: Purpose<'_>) -> Option<String> {
        Some(Writer::new(self, purpose).condition(term)?.text)
    }
}

/// A text and how tightly its operator binds.
struct Text {
    text: String,
    level: Level,
}

#[derive(Clone)]
struct Writer<'a> {
    words: &'a Words<'a>,
    purpose: Purpose<'a>,
    /// The bound variables around, the innermost last.
    bound: Vec<(Variable, Option<Scalar>)>,
}

impl<'a> Writer<'a> {
    fn new(words: &'a Words<'a>, purpose: Purpose<'a>) -> Writer<'a> {
        Writer {
            words,
            purpose,
            bound: Vec::new(),
        }
    }

    fn condition(&self, term: &Term) -> Option<Text> {
        match term.kind() {
            TermKind::Bool(_) => Text::primary(term.to_string()),
            TermKind::Variable(_) | TermKind::Select(..) => Text::primary(self.component(term)?.0),
            TermKind::Not(inner) => {
                let inner = self.condition(inner)?.at_least(Level::Primary);
                Text::of(format!("not {inner}"), Level::Factor)
            }
            TermKind::And(parts) => self.joined(parts, ["and", "and then"]),
            TermKind::Or(parts) => self.joined(parts, ["or", "or else"]),
            TermKind::Compare(comparison, a, b) => self.comparison(*comparison, a, b),
            TermKind::Quantified(quantifier, binder, body) => {
                self.quantified(*quantifier, binder, body)
            }
            TermKind::IfThenElse(condition, yes, no) => {
                let condition = self.condition(condition)?.text;
                let (yes, no) = (self.condition(yes)?.text, self.condition(no)?.text);
                Text::primary(format!("(if {condition} then {yes} else {no})"))
            }
            _ => None,
        }
    }

    fn joined(&self, parts: &[Term], connectives: [&str; 2]) -> Option<Text> {
        let texts: Option<Vec<String>> = parts
            .iter()
            .map(|part| Some(self.condition(part)?.at_least(Level::Relation)))
            .collect();
        let connective = match self.purpose {
            Purpose::Reading => connectives[0],
            Purpose::Execution(_) => connectives[1],
        };
        Text::of(texts?.join(&format!(" {connective} ")), Level::Logical)
    }

    fn comparison(&self, comparison: Comparison, a: &Term, b: &Term) -> Option<Text> {
        let compared = |a: Text, b: Text| {
            let (a, b) = (a.at_least(Level::Simple), b.at_least(Level::Simple));
            Text::of(format!("{a} {comparison} {b}"), Level::Relation)
        };
        match a.sort() {
            Sort::Bool => compared(self.condition(a)?, self.condition(b)?),
            // Of arrays of the logic, all components count, of those of Ada those within bounds.
            Sort::Array(_) => None,
            Sort::Int => {
                let numbers = match self.purpose {
                    Purpose::Reading => vec![Numbers::Own, Numbers::Positions],
                    Purpose::Execution(types) => types(a, b),
                };
                numbers.into_iter().find_map(|numbers| {
                    let scalar = match numbers {
                        Numbers::Own => agreed(self.scalar(a), self.scalar(b)).ok()?,
                        Numbers::Positions | Numbers::Wide(_) => None,
                    };
                    let operand = |term| self.value(term, numbers, scalar.as_ref());
                    compared(operand(a)?, operand(b)?)
                })
            }
        }
    }

    fn quantified(&self, quantifier: Quantifier, binder: &Binder, body: &Term) -> Option<Text> {
        let (variable, body) = self.renamed(&binder.variable, body)?;
        let of_bounds = || agreed(self.scalar(&binder.low), self.scalar(&binder.high));
        let scalar = match self.use_of(&variable, &body) {
            Some(scalar) => Some(scalar),
            None => of_bounds().ok()?,
        };
        let bound = |term| Some(self.index(term, scalar.as_ref())?.at_least(Level::Simple));
        let (low, high) = (bound(&binder.low)?, bound(&binder.high)?);
        let mut inside = self.clone();
        inside.bound.push((variable.clone(), scalar));
        let body = inside.condition(&body)?.text;
        Text::primary(format!(
            "(for {quantifier} {variable} in {low} .. {high} => {body})"
        ))
    }

    /// A bound variable under a name that Ada allows and that nothing else has, and what it binds.
    fn renamed(&self, variable: &Variable, body: &Term) -> Option<(Variable, Term)> {
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let name = variable.name.trim_end_matches(|c| !is_part(c));
        let plain = Variable::new(name, variable.sort.clone());
        let is_free = plain != *variable && body.free_variables().contains(&plain);
        let is_bound = self.bound.iter().any(|(known, _)| *known == plain);
        let is_name = name.chars().all(is_part) && !name.contains("__");
        (is_name && !is_free && !is_bound && !self.words.is_taken(name)).then(|| {
            (
                plain.clone(),
                body.replace(variable, &Term::variable(&plain)),
            )
        })
    }

    /// A number, in its own type `scalar` if that is wanted and known.
    fn value(&self, term: &Term, numbers: Numbers, scalar: Option<&Scalar>) -> Option<Text> {
        match term.kind() {
            TermKind::Int(value) => match (numbers, scalar) {
                (Numbers::Own, Some(scalar)) => number(value, scalar.literal(value)?),
                _ => number(value, value.to_string()),
            },
            TermKind::Variable(_) | TermKind::Select(..) => {
                let (text, found) = self.component(term)?;
                Text::primary(match (numbers, found) {
                    (Numbers::Own, _) | (Numbers::Positions, None) => text,
                    (Numbers::Wide(wide), None) => format!("{wide} ({text})"),
                    (Numbers::Wide(wide), Some(found)) if !found.is_enumeration() => {
                        format!("{wide} ({text})")
                    }
                    (_, Some(found)) => format!("{}'Pos ({text})", found.name),
                })
            }
            TermKind::Arithmetic(operator, a, b) => {
                if numbers == Numbers::Own
                    && let Some(scalar) = self.wrapped(term)
                {
                    return self.ring(a, &scalar);
                }
                if !self.is_sayable(*operator, b, numbers) {
                    return None;
                }
                let exponent = *operator == Arithmetic::Power;
                let second = if exponent { None } else { scalar };
                let (operator, b) = plainly(*operator, b, scalar);
                let (a, b) = (
                    self.value(a, numbers, scalar)?,
                    self.value(&b, numbers, second)?,
                );
                binary(operator, a, b)
            }
            TermKind::Negate(a) => {
                let a = self.value(a, numbers, scalar)?.at_least(Level::Term);
                Text::of(format!("-{a}"), Level::Simple)
            }
            TermKind::Absolute(a) => {
                let a = self.value(a, numbers, scalar)?.at_least(Level::Primary);
                Text::of(format!("abs {a}"), Level::Factor)
            }
            TermKind::IfThenElse(condition, a, b) => {
                let condition = self.condition(condition)?;
                let is_boolean = scalar.is_some_and(|found| found.kind == ScalarKind::Boolean);
                let is = |term: &Term, value: i64| *term == Term::int(value);
                if is_boolean && is(a, 1) && is(b, 0) {
                    return Some(condition);
                }
                let a = self.value(a, numbers, scalar)?.text;
                let b = self.value(b, numbers, scalar)?.text;
                Text::primary(format!("(if {} then {a} else {b})", condition.text))
            }
            _ => None,
        }
    }

    /// Whether the operator can be written with numbers of this kind, whatever its operands are.
    fn is_sayable(&self, operator: Arithmetic, second: &Term, numbers: Numbers) -> bool {
        let constant = match second.kind() {
            TermKind::Int(value) => Some(value),
            _ => None,
        };
        match operator {
            Arithmetic::Add | Arithmetic::Subtract | Arithmetic::Multiply => true,
            // What divides by zero fails when it is executed.
            Arithmetic::Divide | Arithmetic::Remainder | Arithmetic::Modulo => {
                let is_read = matches!(self.purpose, Purpose::Reading);
                is_read || constant.is_some_and(|value| !value.is_zero())
            }
            Arithmetic::Power => {
                let is_wide = matches!(numbers, Numbers::Wide(_));
                !is_wide && constant.is_some_and(|value| !value.is_negative())
            }
            // Only modular types have these.
            Arithmetic::BitAnd | Arithmetic::BitOr | Arithmetic::BitXor => numbers == Numbers::Own,
        }
    }

    /// A sum, difference or product of a modular type, without the remainder that is in its
    /// operators.
    fn ring(&self, term: &Term, scalar: &Scalar) -> Option<Text> {
        match term.kind() {
            TermKind::Int(value) => {
                let modulus = scalar.modulus()?;
                let value = ((value % &modulus) + &modulus) % &modulus;
                Text::primary(value.to_string())
            }
            TermKind::Arithmetic(operator, a, b) if is_ring(term) => {
                binary(*operator, self.ring(a, scalar)?, self.ring(b, scalar)?)
            }
            TermKind::Negate(a) => {
                let a = self.ring(a, scalar)?.at_least(Level::Term);
                Text::of(format!("-{a}"), Level::Simple)
            }
            _ => self.value(term, Numbers::Own, Some(scalar)),
        }
    }

    /// A variable or a component of one, and its type.
    fn component(&self, term: &Term) -> Option<(String, Option<Scalar>)> {
        let (TermKind::Variable(variable), indices) = chain(term) else {
            return None;
        };
        let scalar = self.scalar_of_component(term);
        let is_bound = self.bound.iter().any(|(known, _)| known == variable);
        let word = self.words.of(&variable.name).filter(|_| !is_bound);
        let parts = word.map_or(&[][..], |word| &word.form.parts);
        let expression = || {
            let is_read = matches!(self.purpose, Purpose::Reading) && !is_bound;
            let found = self.words.expression(&variable.name).filter(|_| is_read);
            found.map(str::to_owned)
        };
        let mut text = source_name(&variable.name, parts).or_else(expression)?;
        let mut indices = indices.into_iter();
        for part in parts {
            match part {
                Part::Component(name, ..) => {
                    text.push('.');
                    text.push_str(name);
                }
                Part::Indices(types) => {
                    let written: Option<Vec<String>> = types
                        .iter()
                        .map(|wanted| Some(self.index(indices.next()?, Some(wanted))?.text))
                        .collect();
                    let _ = write!(text, " ({})", written?.join(", "));
                }
            }
        }
        // Of what is not known, one index at most can be said.
        if word.is_none()
            && let Some(index) = indices.next()
        {
            let _ = write!(text, " ({})", self.index(index, None)?.text);
        }
        indices.next().is_none().then_some((text, scalar))
    }

    /// A number as a value of the type.
    fn index(&self, term: &Term, wanted: Option<&Scalar>) -> Option<Text> {
        let found = agreed(self.scalar(term), Ok(wanted.cloned()));
        let own = found
            .ok()
            .and_then(|scalar| self.value(term, Numbers::Own, scalar.as_ref()));
        if let (None, Some(wanted)) = (&own, wanted) {
            let position = self.value(term, Numbers::Positions, None)?.text;
            let conversion = if wanted.is_enumeration() { "'Val" } else { "" };
            return Text::primary(format!("{}{conversion} ({position})", wanted.name));
        }
        own
    }
}

impl Text {
    #[allow(clippy::unnecessary_wraps)] // whoever makes a text may have none
    fn of(text: String, level: Level) -> Option<Text> {
        Some(Text { text, level })
    }

    fn primary(text: String) -> Option<Text> {
        Text::of(text, Level::Primary)
    }

    /// The text as an operand.
    fn at_least(self, needed: Level) -> String {
        if self.level >= needed {
            self.text
        } else {
            format!("({})", self.text)
        }
    }
}

/// What is indexed, and its indices, the outermost array's first.
fn chain(term: &Term) -> (&TermKind, Vec<&Term>) {
    let (mut array, mut indices) = (term, Vec::new());
    while let TermKind::Select(inner, index) = array.kind() {
        indices.push(index);
        array = inner;
    }
    indices.reverse();
    (array.kind(), indices)
}

fn number(value: &BigInt, text: String) -> Option<Text> {
    let level = if value.is_negative() && text.starts_with('-') {
        Level::Simple
    } else {
        Level::Primary
    };
    Text::of(text, level)
}

/// `I - 1` rather than `I + (-1)`, where the type has the number for it.
fn plainly(operator: Arithmetic, second: &Term, scalar: Option<&Scalar>) -> (Arithmetic, Term) {
    let opposite = match operator {
        Arithmetic::Add => Arithmetic::Subtract,
        Arithmetic::Subtract => Arithmetic::Add,
        _ => return (operator, second.clone()),
    };
    let has = |value: &BigInt| match scalar {
        Some(scalar) => scalar.literal(value).is_some(),
        None => value.bits() < 32,
    };
    match second.kind() {
        TermKind::Int(value) if value.is_negative() && has(value) && has(&-value) => {
            (opposite, Term::int(-value))
        }
        _ => (operator, second.clone()),
    }
}

fn binary(operator: Arithmetic, a: Text, b: Text) -> Option<Text> {
    let (level, left, right) = Level::of(operator);
    let (a, b) = (a.at_least(left), b.at_least(right));
    Text::of(format!("{a} {operator} {b}"), level)
}

#[cfg(test)]
mod tests;
