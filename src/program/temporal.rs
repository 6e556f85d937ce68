//! `--% ctl` clauses: temporal properties of subprograms.

use super::elaborator::Elaborator;
use super::typed::{PredicateClause, Statement, StatementKind, SubprogramId};
use crate::logic::{Comparison, Term};
use crate::source::Span;
use crate::syntax::ast::{self, Binary, ExpressionKind, Logical, Unary};
pub use crate::syntax::ast::{PathQuantifier, Temporal};

/// The label at which the statements of a body begin, set where temporal properties speak of them;
/// no identifier of Ada.
pub const BEGINNING: &str = "body__begins";

/// A temporal property of a subprogram.
#[derive(Debug, Clone)]
pub struct PropertyClause {
    /// The formula as Ada text.
    pub text: String,
    /// What is to hold where the statements of the body begin.
    pub formula: TemporalFormula,
    /// The subprogram it belongs to.
    pub scope: SubprogramId,
    /// Where it stands.
    pub span: Span,
}

/// A formula of computation tree logic over the states of a body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TemporalFormula {
    /// A condition over the variables; unless it never changes, a predicate of the subprogram.
    Holds(Term),
    /// `pc = L`: control is at a label of the body.
    At(String, Span),
    /// `not f`
    Not(Box<TemporalFormula>),
    /// `f and g`
    And(Box<TemporalFormula>, Box<TemporalFormula>),
    /// `f or g`
    Or(Box<TemporalFormula>, Box<TemporalFormula>),
    /// `AG f` and the like.
    Temporal(PathQuantifier, Temporal, Box<TemporalFormula>),
    /// `A [f U g]` or `E [f U g]`
    Until(PathQuantifier, Box<TemporalFormula>, Box<TemporalFormula>),
}

impl TemporalFormula {
    fn negated(self) -> TemporalFormula {
        TemporalFormula::Not(Box::new(self))
    }

    /// The conditions in it, in order.
    pub fn conditions(&self) -> Vec<&Term> {
        match self {
            TemporalFormula::Holds(term) => vec![term],
            TemporalFormula::At(..) => Vec::new(),
            TemporalFormula::Not(inner) | TemporalFormula::Temporal(_, _, inner) => {
                inner.conditions()
            }
            TemporalFormula::And(left, right)
            | TemporalFormula::Or(left, right)
            | TemporalFormula::Until(_, left, right) => {
                let mut found = left.conditions();
                found.extend(right.conditions());
                found
            }
        }
    }

    fn labels_mut(&mut self) -> Vec<(&mut String, Span)> {
        match self {
            TemporalFormula::Holds(_) => Vec::new(),
            TemporalFormula::At(label, span) => vec![(label, *span)],
            TemporalFormula::Not(inner) | TemporalFormula::Temporal(_, _, inner) => {
                inner.labels_mut()
            }
            TemporalFormula::And(left, right)
            | TemporalFormula::Or(left, right)
            | TemporalFormula::Until(_, left, right) => {
                let mut found = left.labels_mut();
                found.extend(right.labels_mut());
                found
            }
        }
    }
}

impl Elaborator {
    /// `--% ctl AG (X > 0 -> AF Done);`
    pub(super) fn property(&mut self, clause: &ast::Clause, formula: &ast::Formula) {
        let Some(scope) = self.frame.id else {
            self.error(
                clause.span,
                "a temporal property belongs to the body of a subprogram",
                "move it into the subprogram whose runs it speaks of",
            );
            return;
        };
        if let Some(found) = self.temporal_formula(formula) {
            self.properties.push(PropertyClause {
                text: formula.to_string(),
                formula: found,
                scope,
                span: clause.span,
            });
        }
    }

    fn temporal_formula(&mut self, formula: &ast::Formula) -> Option<TemporalFormula> {
        use ast::Formula;
        Some(match formula {
            Formula::Condition(condition) => self.temporal_condition(condition)?,
            Formula::Not(inner) => self.temporal_formula(inner)?.negated(),
            Formula::And(left, right) => {
                let (left, right) = self.temporal_pair(left, right)?;
                TemporalFormula::And(left, right)
            }
            Formula::Or(left, right) => {
                let (left, right) = self.temporal_pair(left, right)?;
                TemporalFormula::Or(left, right)
            }
            Formula::Implies(left, right) => {
                let (left, right) = self.temporal_pair(left, right)?;
                TemporalFormula::Or(Box::new(left.negated()), right)
            }
            Formula::Temporal(path, when, inner) => {
                TemporalFormula::Temporal(*path, *when, Box::new(self.temporal_formula(inner)?))
            }
            Formula::Until(path, left, right) => {
                let (left, right) = self.temporal_pair(left, right)?;
                TemporalFormula::Until(*path, left, right)
            }
        })
    }

    fn temporal_pair(
        &mut self,
        left: &ast::Formula,
        right: &ast::Formula,
    ) -> Option<(Box<TemporalFormula>, Box<TemporalFormula>)> {
        // Both are looked at, so that all mistakes are told.
        let (left, right) = (self.temporal_formula(left), self.temporal_formula(right));
        Some((Box::new(left?), Box::new(right?)))
    }

    /// A condition of Ada; its connectives are those of the formula, so that each predicate is as
    /// small as it can be.
    fn temporal_condition(&mut self, condition: &ast::Expression) -> Option<TemporalFormula> {
        match &condition.kind {
            ExpressionKind::Unary(Unary::Not, inner) if self.is_not_redefined("not") => {
                Some(self.temporal_condition(inner)?.negated())
            }
            ExpressionKind::Binary(Binary::Logical(logical), left, right) => {
                let (word, joins): (_, fn(_, _) -> _) = match logical {
                    Logical::And => ("and", TemporalFormula::And),
                    Logical::Or => ("or", TemporalFormula::Or),
                    // These cannot be the user's.
                    Logical::AndThen => ("", TemporalFormula::And),
                    Logical::OrElse => ("", TemporalFormula::Or),
                    Logical::Xor => return self.temporal_atom(condition),
                };
                if !self.is_not_redefined(word) {
                    return self.temporal_atom(condition);
                }
                let left = self.temporal_condition(left);
                let right = self.temporal_condition(right);
                Some(joins(Box::new(left?), Box::new(right?)))
            }
            ExpressionKind::Binary(Binary::Compare(comparison), left, right) => {
                let Some(at) = self.control_at(left, right) else {
                    return self.temporal_atom(condition);
                };
                match comparison {
                    Comparison::Equal => Some(at),
                    Comparison::NotEqual => Some(at.negated()),
                    Comparison::Less
                    | Comparison::LessEqual
                    | Comparison::Greater
                    | Comparison::GreaterEqual => {
                        self.error(
                            condition.span,
                            "labels have no order",
                            "write pc = L or pc /= L",
                        );
                        None
                    }
                }
            }
            _ => self.temporal_atom(condition),
        }
    }

    fn is_not_redefined(&self, operator: &str) -> bool {
        self.find(&format!("\"{operator}\"")).is_empty()
    }

    /// `pc = L`, unless something is called `pc` here.
    fn control_at(
        &self,
        left: &ast::Expression,
        right: &ast::Expression,
    ) -> Option<TemporalFormula> {
        match (&left.kind, &right.kind) {
            (ExpressionKind::Name(word), ExpressionKind::Name(label))
                if word.eq_ignore_ascii_case("pc") && self.find(word).is_empty() =>
            {
                Some(TemporalFormula::At(label.clone(), right.span))
            }
            _ => None,
        }
    }

    /// A condition that is a predicate.
    fn temporal_atom(&mut self, condition: &ast::Expression) -> Option<TemporalFormula> {
        let text = condition.to_string();
        let term = self.predicate_term(condition)?;
        let scope = self.frame.id;
        let is_known = |known: &PredicateClause| {
            known.term == term && (known.scope == scope || known.scope.is_none())
        };
        if term.as_value().is_none() && !self.predicates.iter().any(is_known) {
            self.predicates.push(PredicateClause {
                name: None,
                text,
                term: term.clone(),
                scope,
                span: condition.span,
            });
        }
        Some(TemporalFormula::Holds(term))
    }

    /// Gives the labels in the properties of a subprogram the names under which they are set, and
    /// marks where its statements begin, from the statement with the given number on.
    pub(super) fn settle_properties(
        &mut self,
        id: SubprogramId,
        statements: &mut Vec<Statement>,
        begin: usize,
        span: Span,
    ) {
        let mut set = Vec::new();
        labels(statements, &mut set);
        let mut missing = Vec::new();
        let mut has_some = false;
        for property in &mut self.properties {
            if property.scope != id {
                continue;
            }
            has_some = true;
            for (label, span) in property.formula.labels_mut() {
                match set.iter().find(|known| known.eq_ignore_ascii_case(label)) {
                    Some(known) => label.clone_from(known),
                    None => missing.push((label.clone(), span)),
                }
            }
        }
        for (label, span) in missing {
            self.error(
                span,
                format!("no label {label} is set in this body"),
                &format!("set it where control is to be seen: --% label {label};"),
            );
        }
        if has_some {
            let kind = StatementKind::Label(BEGINNING.to_owned());
            statements.insert(begin, Statement { kind, span });
        }
    }
}

/// The labels that statements set, in order.
fn labels(statements: &[Statement], found: &mut Vec<String>) {
    for statement in statements {
        match &statement.kind {
            StatementKind::Label(name) => found.push(name.clone()),
            StatementKind::If {
                branches,
                otherwise,
            } => {
                for (_, then) in branches {
                    labels(then, found);
                }
                labels(otherwise, found);
            }
            StatementKind::Loop { body, .. } => labels(body, found),
            _ => {}
        }
    }
}
