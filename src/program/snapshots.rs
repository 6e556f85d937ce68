//! Values kept from before: Old, `Loop_Entry`, and the result of a function.

use super::elaborator::{Elaborator, Lifting};
use super::entity::{Access, EntityKind};
use super::expressions::scalar_interval;
use super::interval::Interval;
use super::kind::Kind;
use super::lookup::Meaning;
use super::tree::{Tree, as_variable};
use super::typed::{Chooser, Mode, Statement, StatementKind};
use super::typed_value::{Context, Typed, finish_steps};
use super::types::{Range, Subtype};
use crate::logic::Term;
use crate::syntax::ast;

impl Elaborator {
    /// `F'Result`
    pub(super) fn result(&mut self, expression: &ast::Expression) -> Typed {
        match self.frame.result.clone() {
            Some((tree, subtype))
                if matches!(self.context, Context::Postcondition | Context::Predicate) =>
            {
                Typed {
                    kind: subtype.kind(),
                    interval: scalar_interval(&subtype),
                    value: tree,
                    ..Typed::error(expression.position)
                }
            }
            _ => {
                self.error(
                    expression.span,
                    "'Result stands only in postconditions and predicates of functions",
                    "keep the value in a variable",
                );
                Typed::error(expression.position)
            }
        }
    }

    /// `X'Old`: the value of X when the subprogram was entered.
    pub(super) fn old(&mut self, expression: &ast::Expression, prefix: &ast::Expression) -> Typed {
        let is_on_entry = self.context == Context::Clause && self.exists_on_entry(prefix);
        if self.context != Context::Postcondition && !is_on_entry {
            self.error(
                expression.span,
                "'Old stands only in postconditions",
                "keep the value in a variable",
            );
            return Typed::error(expression.position);
        }
        let lifting = std::mem::replace(&mut self.lifting, Lifting::Lifted);
        let context = std::mem::replace(&mut self.context, Context::Program);
        let mut typed = self.expression(prefix, None);
        self.context = context;
        self.lifting = lifting;
        if typed.is_error() {
            return typed;
        }
        if let Some(evaluated) = self.evaluated_on_entry(&typed, prefix) {
            typed.guard(&evaluated);
        }
        let (value, statement) = self.snapshot(prefix, &typed, "old");
        if let Some(statement) = statement {
            let is_known = |known: &Statement| {
                matches!((&known.kind, &statement.kind),
                    (StatementKind::Assign { assignments: a, .. },
                     StatementKind::Assign { assignments: b, .. }) if a == b)
            };
            if !self.frame.snapshots.iter().any(is_known) {
                self.frame.snapshots.push(statement);
            }
        }
        Typed {
            kind: typed.kind,
            value,
            interval: typed.interval,
            fixed: typed.fixed,
            ..Typed::error(expression.position)
        }
    }

    /// Reads what is evaluated only where a condition holds, which has been evaluated.
    pub(super) fn where_it_holds<T>(
        &mut self,
        tested: &[&Typed],
        condition: Term,
        read: impl FnOnce(&mut Elaborator) -> T,
    ) -> T {
        let is_known = tested.iter().all(|tested| tested.steps.is_empty());
        let known = (is_known && self.is_stable_term(&condition)).then_some(condition);
        self.frame.conditions.push(known);
        let result = read(self);
        self.frame.conditions.pop();
        result
    }

    /// Whether a name stands for a variable that the subprogram has not declared itself: in clauses
    /// `X~`, which is `X'Old`, is its value on entry.
    fn exists_on_entry(&mut self, name: &ast::Expression) -> bool {
        let Meaning::Entities(ids) = self.meaning(name) else {
            return false;
        };
        let [only] = ids.as_slice() else {
            return false;
        };
        let EntityKind::Object(object) = &self.entity(*only).kind else {
            return false;
        };
        let is_outer = match object.access {
            Access::Formal(mode) => mode != Mode::Out,
            Access::Variable => true,
            Access::Constant | Access::LoopParameter | Access::Volatile => false,
        };
        let variables = object.place.read().variables();
        let mut locals = self.frame.locals.iter();
        is_outer && !locals.any(|local| variables.contains(&local.variable))
    }

    /// When the prefix of `'Old` is evaluated: only where the condition holds under which the present
    /// place is, if that is known when the subprogram is entered (RM 6.1.1 (26)), otherwise always.
    /// Where the source allows `'Old` under any condition, GNAT before Ada 2022 evaluates it always:
    /// whether it does where that condition does not hold is lost.
    fn evaluated_on_entry(&mut self, prefix: &Typed, text: &ast::Expression) -> Option<Term> {
        let conditions = self.frame.conditions.iter().cloned();
        let reached = Term::and(conditions.collect::<Option<Vec<Term>>>()?);
        if !self.keeps_unevaluated || reached.is_bool(true) || prefix.steps.is_empty() {
            return Some(reached);
        }
        self.gap(
            text.span,
            "'Old under a condition, which versions of the language evaluate differently",
        );
        let truth = Subtype::of(&self.standard.boolean);
        let (tree, variables) = self.lost_value(&truth, text.span);
        let forget = variables.into_iter().map(|target| Statement {
            kind: StatementKind::Forget {
                target,
                chooser: Chooser::Nobody,
            },
            span: text.span,
        });
        self.frame.snapshots.extend(forget);
        let is_evaluated = tree.terms().into_iter().cloned();
        Some(Term::or(is_evaluated.chain([reached])))
    }

    /// Keeps a value in locals; what does not change is not kept. One variable is kept once.
    pub(super) fn snapshot(
        &mut self,
        prefix: &ast::Expression,
        typed: &Typed,
        suffix: &str,
    ) -> (Tree, Option<Statement>) {
        let is_stable = typed
            .value
            .terms()
            .iter()
            .all(|term| self.is_stable_term(term));
        if is_stable && typed.steps.is_empty() {
            return (typed.value.clone(), None);
        }
        let known: Vec<(super::Variable, Term)> = self
            .frame
            .snapshots
            .iter()
            .filter_map(|known| match &known.kind {
                StatementKind::Assign { assignments, .. } if suffix == "old" => Some(assignments),
                _ => None,
            })
            .flatten()
            .cloned()
            .collect();
        let mut assignments = Vec::new();
        let base = match &prefix.kind {
            ast::ExpressionKind::Name(name) => name.clone(),
            _ => "Value".to_owned(),
        };
        let all_known = typed.steps.is_empty()
            && typed.value.leaves().iter().all(|term| {
                as_variable(term).is_none() && self.is_stable_term(term)
                    || known.iter().any(|(_, value)| value == *term)
            });
        let value = if all_known {
            typed.value.map(&|term| {
                known
                    .iter()
                    .find(|(_, value)| value == term)
                    .map_or_else(|| term.clone(), |(copy, _)| Term::variable(copy))
            })
        } else {
            let subtype = match &typed.named {
                Some(named) => named.subtype.clone(),
                None => match &typed.kind {
                    Kind::Of(base) => Subtype::of(base),
                    _ => Subtype::of(&self.standard.integer),
                },
            };
            let plain = match (subtype.base.array(), typed.value.bounds()) {
                // The bounds of the copy are the value's.
                (Some(_), Some(bounds)) => {
                    let ranges = bounds
                        .iter()
                        .map(|(first, last)| Range {
                            first: first.clone(),
                            last: last.clone(),
                            hull: Interval::new(0, 0),
                        })
                        .collect();
                    Subtype {
                        constraint: super::types::Constraint::Index(ranges),
                        ..subtype.clone()
                    }
                }
                _ => subtype.clone(),
            };
            let copy = self.local(&format!("{base}__{suffix}"), &plain, prefix.span);
            for (copy, value) in copy.terms().into_iter().zip(typed.value.terms()) {
                if let Some(copy) = as_variable(copy) {
                    self.frame.stable.insert(copy.clone());
                    assignments.push((copy.clone(), value.clone()));
                }
            }
            copy
        };
        if assignments.is_empty() && typed.steps.is_empty() {
            return (value, None);
        }
        let statement = Statement {
            kind: StatementKind::Assign {
                assignments,
                evaluation: finish_steps(prefix, typed.steps.clone()),
            },
            span: prefix.span,
        };
        (value, Some(statement))
    }

    /// `X'Loop_Entry`: the value of X when the loop was entered.
    pub(super) fn loop_entry(
        &mut self,
        expression: &ast::Expression,
        prefix: &ast::Expression,
        target: Option<&ast::Expression>,
    ) -> Typed {
        let name = match target.map(|target| &target.kind) {
            Some(ast::ExpressionKind::Name(name)) => Some(name.to_lowercase()),
            _ => None,
        };
        let at = self
            .frame
            .loops
            .iter()
            .rposition(|known| !known.is_block && (name.is_none() || known.name == name));
        let Some(at) = at else {
            self.error(
                expression.span,
                "'Loop_Entry stands in no loop",
                "use it inside a loop",
            );
            return Typed::error(expression.position);
        };
        let lifting = std::mem::replace(&mut self.lifting, Lifting::Lifted);
        let typed = self.expression(prefix, None);
        self.lifting = lifting;
        if typed.is_error() {
            return typed;
        }
        let (value, statement) = self.snapshot(prefix, &typed, "entry");
        self.frame.loops[at].before.extend(statement);
        Typed {
            kind: typed.kind,
            value,
            interval: typed.interval,
            fixed: typed.fixed,
            ..Typed::error(expression.position)
        }
    }
}
