//! Clauses as Ada: legal where they stand, and free of overflow when they are executed.
//!
//! The logic computes without bounds, Ada in base types. What adds or multiplies is therefore
//! written over a type wide enough for every value on the way, found from the ranges of the
//! variables; what only compares is written as it is.

#![allow(
    clippy::wildcard_enum_match_arm,
    reason = "what has no words in Ada is every other shape"
)]

use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_traits::{Signed, Zero};

use super::invariant::{Invariant, InvariantKind};
use crate::flow::SubprogramId;
use crate::logic::{Arithmetic, Comparison, Quantifier, Term, TermKind, Variable};
use crate::program::{Object, Program};
use crate::source::Span;

/// An invariant in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Told {
    /// Where it holds.
    pub kind: InvariantKind,
    /// The full name of the subprogram.
    pub subprogram: String,
    /// The loop, or the subprogram's declaration.
    pub span: Span,
    /// What holds, all of it; each in different words, the plainest first.
    pub clauses: Vec<Vec<String>>,
}

/// The invariants as Ada. What the source has no words for is left out.
pub fn told(program: &Program, invariants: &[Invariant]) -> Vec<Told> {
    let mut found = Vec::new();
    for invariant in invariants {
        let names = Names::new(program, invariant.subprogram);
        let clauses = invariant.clauses.iter().map(|clause| match invariant.kind {
            // At the entry all values are those at entry.
            InvariantKind::Entry => names.clause(&clause.map_variables(&|variable| {
                let name = plain_name(&variable.name);
                Term::variable(&Variable::new(name, variable.sort.clone()))
            })),
            InvariantKind::Loop | InvariantKind::Summary => names.clause(clause),
        });
        let clauses: Vec<Vec<String>> = clauses.filter(|texts| !texts.is_empty()).collect();
        if !clauses.is_empty() {
            let subprogram = &program.subprograms[invariant.subprogram.0 as usize];
            found.push(Told {
                kind: invariant.kind,
                subprogram: subprogram.name.clone(),
                span: invariant.span,
                clauses,
            });
        }
    }
    found
}

/// What the variables of a subprogram are called and which values they have.
struct Names<'a> {
    objects: BTreeMap<&'a str, &'a Object>,
}

/// How to compare what is not computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wording {
    /// As it is.
    Plain,
    /// In a type that holds both.
    Wide,
}

/// The type in which a comparison is computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Width {
    /// The one its operands have.
    Own,
    /// A wider one.
    Wide(&'static str),
}

impl<'a> Names<'a> {
    /// Those of a subprogram and of the unit.
    fn new(program: &'a Program, subprogram: SubprogramId) -> Names<'a> {
        let found = &program.subprograms[subprogram.0 as usize];
        let globals = program.globals.iter().map(|global| &global.object);
        let formals = found.formals.iter().map(|formal| &formal.object);
        let all = globals.chain(formals).chain(&found.locals);
        Names {
            objects: all.map(|object| (&*object.variable.name, object)).collect(),
        }
    }

    /// The clause as Ada in different words, the plainest first; none if it speaks of what the
    /// source cannot name.
    fn clause(&self, clause: &Term) -> Vec<String> {
        let literals = match clause.kind() {
            TermKind::Or(parts) => parts.clone(),
            _ => vec![clause.clone()],
        };
        let mut found = Vec::new();
        for wording in [Wording::Plain, Wording::Wide] {
            // What reads components may need the others to hold before it.
            let mut texts: Vec<(bool, String)> = Vec::new();
            for literal in &literals {
                let Some(text) = self.condition(literal, wording) else {
                    return found;
                };
                texts.push((text.contains('('), text));
            }
            texts.sort_by_key(|(reads, _)| *reads);
            let texts: Vec<String> = texts.into_iter().map(|(_, text)| text).collect();
            let text = texts.join(" or else ");
            if !found.contains(&text) {
                found.push(text);
            }
        }
        found
    }

    /// A condition as an operand of `or else`.
    fn condition(&self, term: &Term, wording: Wording) -> Option<String> {
        Some(match term.kind() {
            TermKind::Bool(_) => term.to_string(),
            TermKind::Variable(variable) => name_of(&variable.name)?,
            TermKind::Not(inner) => {
                let text = self.condition(inner, wording)?;
                let is_name = text
                    .chars()
                    .all(|c| c.is_alphanumeric() || "_.'".contains(c));
                if is_name {
                    format!("not {text}")
                } else {
                    format!("not ({text})")
                }
            }
            TermKind::And(parts) | TermKind::Or(parts) => {
                let is_and = matches!(term.kind(), TermKind::And(_));
                let texts: Option<Vec<String>> = parts
                    .iter()
                    .map(|part| self.condition(part, wording))
                    .collect();
                let between = if is_and { " and then " } else { " or else " };
                format!("({})", texts?.join(between))
            }
            TermKind::Compare(comparison, a, b) => self.comparison(*comparison, a, b, wording)?,
            TermKind::Select(..) => self.value(term, Width::Own)?,
            TermKind::Quantified(quantifier, binder, body) => {
                let some = match quantifier {
                    Quantifier::ForAll => "all",
                    Quantifier::Exists => "some",
                };
                let low = self.value(&binder.low, Width::Own)?;
                let high = self.value(&binder.high, Width::Own)?;
                let (variable, body) = self.bound(&binder.variable, body)?;
                let body = self.condition(&body, wording)?;
                format!("(for {some} {variable} in {low} .. {high} => {body})")
            }
            TermKind::IfThenElse(condition, yes, no) => format!(
                "(if {} then {} else {})",
                self.condition(condition, wording)?,
                self.condition(yes, wording)?,
                self.condition(no, wording)?
            ),
            _ => return None,
        })
    }

    fn comparison(
        &self,
        comparison: Comparison,
        a: &Term,
        b: &Term,
        wording: Wording,
    ) -> Option<String> {
        if a.sort() == crate::logic::Sort::Bool {
            let (a, b) = (self.condition(a, wording)?, self.condition(b, wording)?);
            return Some(format!("({a}) {comparison} ({b})"));
        }
        let computes = computes(a) || computes(b);
        let width = if computes || wording == Wording::Wide {
            let (first, second) = (self.interval(a)?, self.interval(b)?);
            Width::Wide(wide_type([first, second])?)
        } else {
            Width::Own
        };
        // A position is a number, which is compared with numbers.
        let width = match width {
            Width::Own if self.has_positions(a) || self.has_positions(b) => {
                let (first, second) = (self.interval(a)?, self.interval(b)?);
                Width::Wide(wide_type([first, second])?)
            }
            width => width,
        };
        let operand = |term: &Term| Some(bare(term, self.value(term, width)?));
        Some(format!("{} {comparison} {}", operand(a)?, operand(b)?))
    }

    /// A number as an operand of a comparison.
    fn value(&self, term: &Term, width: Width) -> Option<String> {
        Some(match term.kind() {
            TermKind::Int(_) => term.to_string(),
            TermKind::Variable(variable) => {
                let name = name_of(&variable.name)?;
                let object = self.objects.get(plain_name(&variable.name));
                converted(name, object.copied(), width)?
            }
            TermKind::Select(array, index) => {
                let TermKind::Variable(variable) = array.kind() else {
                    return None;
                };
                // A component of a record in an array is not written this way.
                let name = name_of(&variable.name).filter(|name| !name.contains('.'))?;
                let element = format!("{name} ({})", self.value(index, Width::Own)?);
                let object = self.objects.get(plain_name(&variable.name));
                let is_enumeration = object.is_some_and(|object| object.is_enumeration);
                match width {
                    Width::Own => element,
                    Width::Wide(_) if is_enumeration => return None,
                    Width::Wide(name) => format!("{name} ({element})"),
                }
            }
            TermKind::Arithmetic(operator, a, b) => {
                let divides = matches!(
                    operator,
                    Arithmetic::Divide | Arithmetic::Remainder | Arithmetic::Modulo
                );
                let zero = |term: &Term| !matches!(term.kind(), TermKind::Int(n) if !n.is_zero());
                let is_known = matches!(
                    operator,
                    Arithmetic::Add | Arithmetic::Subtract | Arithmetic::Multiply
                );
                if !(is_known || divides) || divides && zero(b) {
                    return None;
                }
                let (a, b) = (self.value(a, width)?, self.value(b, width)?);
                format!("({a} {operator} {})", unsigned(b))
            }
            TermKind::Negate(a) => format!("(-{})", unsigned(self.value(a, width)?)),
            TermKind::Absolute(a) => format!("(abs {})", unsigned(self.value(a, width)?)),
            _ => return None,
        })
    }

    /// The least and the largest value the term may have, none where it is not known.
    fn interval(&self, term: &Term) -> Option<(BigInt, BigInt)> {
        match term.kind() {
            TermKind::Int(value) => Some((value.clone(), value.clone())),
            TermKind::Variable(variable) => {
                let object = self.objects.get(plain_name(&variable.name))?;
                object.range.clone()
            }
            TermKind::Select(array, _) => match array.kind() {
                TermKind::Variable(_) => self.interval(array),
                _ => None,
            },
            TermKind::Negate(a) => self.interval(a).map(|(low, high)| (-high, -low)),
            TermKind::Absolute(a) => {
                let (low, high) = self.interval(a)?;
                Some((BigInt::zero(), low.abs().max(high.abs())))
            }
            TermKind::Arithmetic(operator, a, b) => {
                let (a, b) = (self.interval(a)?, self.interval(b)?);
                let all = |of: &dyn Fn(&BigInt, &BigInt) -> BigInt| {
                    let values = [
                        of(&a.0, &b.0),
                        of(&a.0, &b.1),
                        of(&a.1, &b.0),
                        of(&a.1, &b.1),
                    ];
                    Some((values.iter().min()?.clone(), values.iter().max()?.clone()))
                };
                match operator {
                    Arithmetic::Add => all(&|x, y| x + y),
                    Arithmetic::Subtract => all(&|x, y| x - y),
                    Arithmetic::Multiply => all(&|x, y| x * y),
                    // No farther from zero than its operands are.
                    Arithmetic::Divide | Arithmetic::Remainder | Arithmetic::Modulo => {
                        let ends = [&a.0, &a.1, &b.0, &b.1].into_iter().map(Signed::abs);
                        let far = ends.max()?;
                        Some((-far.clone(), far))
                    }
                    Arithmetic::Power
                    | Arithmetic::BitAnd
                    | Arithmetic::BitOr
                    | Arithmetic::BitXor => None,
                }
            }
            _ => None,
        }
    }

    /// Whether the term is a value of an enumeration, told by its position.
    fn has_positions(&self, term: &Term) -> bool {
        term.variables().iter().any(|variable| {
            let object = self.objects.get(plain_name(&variable.name));
            object.is_some_and(|object| object.is_enumeration)
        })
    }

    /// A bound variable under a name that Ada allows and that nothing else has, and what it binds.
    fn bound(&self, variable: &Variable, body: &Term) -> Option<(Variable, Term)> {
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let name = variable.name.trim_end_matches(|c| !is_part(c));
        let plain = Variable::new(name, variable.sort.clone());
        let is_taken = self.objects.contains_key(name)
            || plain != *variable && body.variables().contains(&plain);
        let is_name = !is_taken && name.chars().all(is_part);
        is_name.then(|| {
            (
                plain.clone(),
                body.replace(variable, &Term::variable(&plain)),
            )
        })
    }
}

/// The name of a variable where the source has one for it.
fn name_of(name: &str) -> Option<String> {
    let plain = plain_name(name);
    let is_hidden = plain.contains("__") || plain.contains('@') || plain.contains(' ');
    if is_hidden {
        return None;
    }
    Some(if plain.len() < name.len() {
        format!("{plain}'Old")
    } else {
        plain.to_owned()
    })
}

/// The variable of which this is the value at entry, or itself.
fn plain_name(name: &str) -> &str {
    name.strip_suffix("@entry").unwrap_or(name)
}

/// A variable in the wanted type.
fn converted(name: String, object: Option<&Object>, width: Width) -> Option<String> {
    let enumeration = object.filter(|object| object.is_enumeration);
    match (width, enumeration) {
        (Width::Own, _) => Some(name),
        (Width::Wide(wide), None) => Some(format!("{wide} ({name})")),
        // Only a type with a name tells positions.
        (Width::Wide(_), Some(object)) if object.type_name.contains("..") => None,
        (Width::Wide(_), Some(object)) => Some(format!("{}'Pos ({name})", object.type_name)),
    }
}

/// Without the parentheses that an operand of a comparison does not need.
fn bare(term: &Term, text: String) -> String {
    match term.kind() {
        TermKind::Arithmetic(..) => text[1..text.len() - 1].to_owned(),
        _ => text,
    }
}

/// A negative number behind an operator needs parentheses.
fn unsigned(text: String) -> String {
    if text.starts_with('-') {
        format!("({text})")
    } else {
        text
    }
}

/// Whether anything is computed that may leave a base type.
fn computes(term: &Term) -> bool {
    match term.kind() {
        TermKind::Arithmetic(..) | TermKind::Negate(_) | TermKind::Absolute(_) => true,
        // An index is of its own type.
        TermKind::Select(..) => false,
        _ => term.operands().into_iter().any(computes),
    }
}

/// The predefined type that holds everything up to the farthest end; every value on the way lies
/// between ends that were looked at, or is a part of one.
fn wide_type(intervals: [(BigInt, BigInt); 2]) -> Option<&'static str> {
    let ends = intervals.into_iter().flat_map(|(low, high)| [low, high]);
    let bits = ends.map(|end| end.bits() + 1).max()?;
    match bits {
        0..=63 => Some("Long_Long_Integer"),
        64..=127 => Some("Long_Long_Long_Integer"),
        _ => None,
    }
}
