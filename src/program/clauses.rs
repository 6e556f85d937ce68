//! Pragmas and `--%` clauses.

use super::elaborator::Elaborator;
use super::typed::{
    Chooser, Evaluation, OptionClause, PredicateClause, Statement, StatementKind, Step,
};
use super::typed_value::Context;
use super::volatile::VOLATILE;
use crate::diagnostic::{Diagnostic, Severity};
use crate::logic::Term;
use crate::source::Span;
use crate::syntax::ast;
use crate::verdict::Rule;

impl Elaborator {
    /// A pragma among statements.
    pub(super) fn statement_pragma(
        &mut self,
        span: Span,
        pragma: &ast::Pragma,
        found: &mut Vec<Statement>,
    ) -> Option<StatementKind> {
        match pragma.name.key().as_str() {
            "loop_invariant" => {
                if let Some(condition) = first(pragma) {
                    let condition = condition.clone();
                    self.loop_invariant(span, &condition, found);
                }
                None
            }
            "loop_variant" => {
                self.loop_variant(span, &pragma.arguments, found);
                None
            }
            _ => self.pragma(pragma),
        }
    }

    /// Assertions and assumptions; pragmas that change nothing that sabs looks at are passed over.
    pub(super) fn pragma(&mut self, pragma: &ast::Pragma) -> Option<StatementKind> {
        match (pragma.name.key().as_str(), first(pragma)) {
            ("assert" | "assert_and_cut" | "check", Some(condition)) => {
                let condition = if pragma.name.key() == "check" {
                    second(pragma).unwrap_or(condition).clone()
                } else {
                    condition.clone()
                };
                Some(StatementKind::Assert(self.assertion(&condition)))
            }
            ("assume", Some(condition)) => {
                let condition = condition.clone();
                Some(StatementKind::Assume(self.condition(&condition)))
            }
            // The syntax stage has said what is wrong with the argument.
            ("assert" | "assume" | "assert_and_cut", None) => {
                self.is_poisoned = true;
                None
            }
            (name, _) if VOLATILE.contains(&name) || matches!(name, "import" | "interface") => {
                self.foreign(pragma);
                None
            }
            // Contracts written as pragmas are not judged; and clients that break them must not be
            // believed, so that no run goes on behind one.
            (
                "precondition" | "postcondition" | "contract_cases" | "invariant"
                | "type_invariant" | "predicate" | "pre" | "post" | "refined_post",
                _,
            ) => {
                self.promise(pragma.name.span, format!("pragma {}", pragma.name.text));
                let natural = self.standard.natural.clone();
                let (_, variables) = self.lost_value(&natural, pragma.name.span);
                let chooser = Chooser::Nobody;
                let target = variables.into_iter().next()?;
                Some(StatementKind::Forget { target, chooser })
            }
            _ => {
                self.configuration(pragma);
                None
            }
        }
    }

    /// A pragma that tells how what follows is compiled. What it switches off is judged all the
    /// same, since the text says so; whoever compiles it sees less.
    pub(super) fn configuration(&mut self, pragma: &ast::Pragma) {
        if pragma.name.key() == "unevaluated_use_of_old" {
            self.keeps_unevaluated =
                first(pragma).is_some_and(|word| !word.to_string().eq_ignore_ascii_case("error"));
        }
        if self.is_primary && pragma.switches_off() {
            let what = format!(
                "pragma {}: what it switches off is judged as if it were on",
                pragma.name.text
            );
            self.gap(pragma.span, what);
        }
    }

    /// `pragma Import (C, F);` and `pragma Volatile (X);`
    fn foreign(&mut self, pragma: &ast::Pragma) {
        let is_volatile = VOLATILE.contains(&pragma.name.key().as_str());
        let named = if is_volatile {
            first(pragma)
        } else {
            second(pragma)
        };
        let Some(named) = named else { return };
        let is_intrinsic = first(pragma)
            .is_some_and(|convention| convention.to_string().eq_ignore_ascii_case("intrinsic"));
        let ids = match self.meaning(named) {
            super::lookup::Meaning::Entities(ids) => ids,
            super::lookup::Meaning::Subtype(subtype) if is_volatile => {
                self.volatile_types.insert(subtype.base.id);
                return;
            }
            _ => return,
        };
        for id in ids {
            match self.entity(id).kind.clone() {
                super::entity::EntityKind::Subprogram(id) => {
                    let declared = &mut self.subprograms[id.0 as usize];
                    if declared.state == super::frame::BodyState::Missing {
                        declared.state = super::frame::BodyState::Foreign;
                        if is_intrinsic {
                            let name = declared.subprogram.name.clone();
                            let short = name.rsplit('.').next().unwrap_or(&name);
                            let plain = short.split("__").next().unwrap_or(short);
                            declared.intrinsic = Some(plain.to_lowercase());
                        }
                    }
                }
                super::entity::EntityKind::Object(object) => {
                    self.gap(pragma.name.span, "object that others change");
                    self.entities[id.0 as usize].kind = super::entity::EntityKind::Object(
                        std::sync::Arc::new(super::entity::Object {
                            access: super::entity::Access::Volatile,
                            ..(*object).clone()
                        }),
                    );
                }
                _ => {}
            }
        }
    }

    /// A condition with itself as its last check.
    fn assertion(&mut self, condition: &ast::Expression) -> Evaluation {
        let expression = self.condition(condition);
        let check = self.check(
            Rule::Assert,
            condition.span,
            expression.evaluation.text.clone(),
            expression.term.clone(),
        );
        let mut evaluation = expression.evaluation;
        evaluation.steps.push(check);
        evaluation
    }

    /// A `--%` clause among statements or declarations.
    pub(super) fn clause(&mut self, clause: &ast::Clause) -> Vec<StatementKind> {
        let before = std::mem::replace(&mut self.context, Context::Clause);
        let kind = match &clause.kind {
            ast::ClauseKind::Assert(condition) => {
                vec![StatementKind::Assert(self.assertion(condition))]
            }
            ast::ClauseKind::Assume(condition) => {
                vec![StatementKind::Assume(self.condition(condition))]
            }
            ast::ClauseKind::Havoc(names) => self.forget(names, Chooser::Nobody),
            ast::ClauseKind::Nondet(names) => self.forget(names, Chooser::Environment),
            ast::ClauseKind::Label(name) => {
                if is_reserved(&name.key()) {
                    self.error(
                        name.span,
                        format!(
                            "Boolean programs have labels like {} of their own",
                            name.text
                        ),
                        "choose another name",
                    );
                } else if !self.labels.insert(name.key()) {
                    self.error(
                        name.span,
                        format!("the label {} is set twice", name.text),
                        "choose another name",
                    );
                }
                vec![StatementKind::Label(name.text.clone())]
            }
            ast::ClauseKind::Predicate(list) => {
                for predicate in list {
                    self.predicate(predicate);
                }
                Vec::new()
            }
            ast::ClauseKind::Invariant(predicate) => {
                self.error(
                    predicate.expression.span,
                    "this invariant stands in no loop",
                    "move it into a loop",
                );
                Vec::new()
            }
            ast::ClauseKind::Ctl(formula) => {
                self.property(clause, formula);
                Vec::new()
            }
            ast::ClauseKind::Option(settings) => {
                for (name, value) in settings {
                    self.options.push(OptionClause {
                        scope: self.frame.id,
                        name: name.key(),
                        value: value.key(),
                        span: name.span.to(value.span),
                    });
                }
                Vec::new()
            }
        };
        self.context = before;
        kind
    }

    /// One predicate the user wrote.
    pub(super) fn predicate(&mut self, predicate: &ast::PredicateText) {
        let Some(term) = self.predicate_term(&predicate.expression) else {
            return;
        };
        let name = predicate.name.as_ref();
        if let Some(name) = name.filter(|name| name.key() == "in_call") {
            self.error(
                name.span,
                "Boolean programs have a variable in_call of their own",
                "choose another name",
            );
        }
        if term.variables().is_empty() {
            self.diagnostics.push(
                Diagnostic::warning(
                    predicate.expression.span,
                    format!("the predicate {} never changes", predicate.text),
                )
                .with_help("speak of a variable"),
            );
        }
        self.predicates.push(PredicateClause {
            name: name.map(|name| name.text.clone()),
            text: predicate.text.clone(),
            term,
            scope: self.frame.id,
            span: predicate.expression.span,
        });
    }

    /// What a condition says, if it can be a predicate.
    pub(super) fn predicate_term(&mut self, condition: &ast::Expression) -> Option<Term> {
        let known = self.diagnostics.len();
        let context = std::mem::replace(&mut self.context, Context::Predicate);
        let expression = self.inlining(|this| this.condition(condition));
        self.context = context;
        let is_error = |found: &Diagnostic| found.severity == Severity::Error;
        if self.diagnostics[known..].iter().any(is_error) {
            return None;
        }
        let is_pure = expression
            .evaluation
            .steps
            .iter()
            .all(|step| matches!(step, Step::Check(_) | Step::Read(_)));
        if !is_pure {
            self.error(
                condition.span,
                "a predicate cannot rest on a call or on what is not modelled",
                "call expression functions only",
            );
            return None;
        }
        Some(expression.term)
    }

    /// `havoc X, Y` and `nondet X, Y`
    fn forget(&mut self, names: &[ast::Expression], chooser: Chooser) -> Vec<StatementKind> {
        let mut found = Vec::new();
        for name in names {
            let Some((target, _)) = self.assignable(name) else {
                continue;
            };
            if !target.place.path.is_empty() {
                self.error(
                    name.span,
                    format!("{name} is part of an object"),
                    "name the whole object",
                );
                continue;
            }
            if target.subtype.is_empty() {
                self.error(
                    name.span,
                    format!("{name} can have no value"),
                    "give it a subtype that has values",
                );
            }
            for leaf in target.place.root.leaves() {
                if let Some(variable) = super::tree::as_variable(leaf) {
                    found.push(StatementKind::Forget {
                        target: variable.clone(),
                        chooser,
                    });
                }
            }
        }
        found
    }
}

fn first(pragma: &ast::Pragma) -> Option<&ast::Expression> {
    pragma.arguments.first()?.actual.expression()
}

fn second(pragma: &ast::Pragma) -> Option<&ast::Expression> {
    pragma.arguments.get(1)?.actual.expression()
}

/// Whether a label, in lower case, looks like one that checks, blocks or loops get.
fn is_reserved(label: &str) -> bool {
    ["c", "at_", "block_", "exit_"].iter().any(|prefix| {
        let number = label.strip_prefix(prefix).unwrap_or_default();
        !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
    })
}
