//! Contracts of subprograms.

use super::elaborator::{Elaborator, Lifting};
use super::typed::{Evaluation, Expression, Mode, Statement, StatementKind, Step, SubprogramId};
use super::typed_value::{Context, guard_steps};
use super::variants::Growth;
use crate::logic::{Sort, Term, Variable};
use crate::syntax::ast::{self, Binary, ExpressionKind, Logical};
use crate::verdict::Rule;

impl Elaborator {
    /// Reads the contract of a declared subprogram.
    pub(super) fn contract(
        &mut self,
        id: SubprogramId,
        specification: &ast::SubprogramSpecification,
    ) {
        let has_contract = specification.aspects.iter().any(|aspect| {
            aspect.definition.is_some()
                && matches!(
                    aspect.name.key().as_str(),
                    "pre"
                        | "precondition"
                        | "post"
                        | "postcondition"
                        | "contract_cases"
                        | "global"
                        | "subprogram_variant"
                        | "refined_post"
                )
        });
        let inherited = self.heritage(id, specification);
        if !has_contract && inherited.as_ref().is_some_and(Vec::is_empty) {
            return;
        }
        let parameters = self.subprograms[id.0 as usize].parameters.clone();
        let (precondition, postcondition, global) = self.inside(id, |this| {
            let (mut precondition, mut postcondition, mut global) = (None, None, None);
            for aspect in &specification.aspects {
                let Some(definition) = &aspect.definition else {
                    continue;
                };
                match aspect.name.key().as_str() {
                    "pre" | "precondition" => {
                        let found = this.condition(definition);
                        let known = precondition.replace(found);
                        this.joined(aspect, known, &mut precondition);
                    }
                    "post" | "postcondition" | "refined_post" => {
                        let found = this.postcondition(definition);
                        let known = postcondition.replace(found);
                        this.joined(aspect, known, &mut postcondition);
                    }
                    "contract_cases" => {
                        let found = this.contract_cases(aspect, definition);
                        let known = postcondition.replace(found);
                        if let (Some(known), Some(own)) = (known, postcondition.as_mut()) {
                            let mut steps = known.evaluation.steps;
                            steps.extend(own.evaluation.steps.clone());
                            own.evaluation.steps = steps;
                            own.term = Term::and([known.term, own.term.clone()]);
                        }
                    }
                    "subprogram_variant" => this.subprogram_variant(definition),
                    "global" => global = this.global_aspect(definition),
                    _ => {}
                }
            }
            this.inherit_contracts(
                inherited,
                specification.name.span,
                &parameters,
                &mut precondition,
                &mut postcondition,
            );
            (precondition, postcondition, global)
        });
        let declared = &mut self.subprograms[id.0 as usize];
        // A body may refine what the declaration says.
        if precondition.is_some() {
            declared.subprogram.precondition = precondition;
        }
        if let Some(mut refined) = postcondition {
            if let Some(known) = declared.subprogram.postcondition.take() {
                refined
                    .evaluation
                    .steps
                    .splice(0..0, known.evaluation.steps);
                refined.term = Term::and([known.term, refined.term]);
            }
            declared.subprogram.postcondition = Some(refined);
        }
        if global.is_some() {
            declared.global = global;
        }
        // What the contract keeps at entry stays, whatever becomes of the body.
        let snapshots = declared.frame.snapshots.clone();
        declared.subprogram.snapshots = snapshots;
    }

    /// A contract given twice.
    fn joined(
        &mut self,
        aspect: &ast::Aspect,
        known: Option<Expression>,
        own: &mut Option<Expression>,
    ) {
        let Some(known) = known else { return };
        if aspect.is_classwide {
            if let Some(own) = own {
                let mut steps = known.evaluation.steps;
                steps.extend(own.evaluation.steps.clone());
                own.evaluation.steps = steps;
                own.term = Term::and([known.term, own.term.clone()]);
            }
            return;
        }
        self.error(
            aspect.name.span,
            format!("{} is given twice", aspect.name.text),
            "join both by and then",
        );
    }

    pub(super) fn postcondition(&mut self, expression: &ast::Expression) -> Expression {
        let context = std::mem::replace(&mut self.context, Context::Postcondition);
        let mut whole = Expression {
            term: Term::bool(true),
            evaluation: Evaluation {
                steps: Vec::new(),
                text: expression.to_string(),
                span: expression.span,
            },
        };
        self.conjuncts(expression, Rule::Postcondition, &mut whole);
        self.context = context;
        whole
    }

    /// Adds the checks of a postcondition, one per conjunct. `A and B` are two conjuncts only if
    /// B has no checks of its own: those are evaluated even where A does not hold.
    fn conjuncts(&mut self, expression: &ast::Expression, rule: Rule, whole: &mut Expression) {
        if let ExpressionKind::Binary(operator, left, right) = &expression.kind {
            let splits = match operator {
                Binary::Logical(Logical::AndThen) => true,
                Binary::Logical(Logical::And) => self.has_no_steps(right),
                _ => false,
            };
            if splits {
                self.conjuncts(left, rule, whole);
                self.conjuncts(right, rule, whole);
                return;
            }
        }
        let conjunct = self.condition(expression);
        whole.evaluation.steps.extend(conjunct.evaluation.steps);
        let check = self.check(
            rule,
            expression.span,
            conjunct.evaluation.text,
            conjunct.term.clone(),
        );
        whole.evaluation.steps.push(check);
        whole.term = Term::and([whole.term.clone(), conjunct.term]);
    }

    /// Whether evaluating a condition checks and calls nothing; asked without a trace.
    fn has_no_steps(&mut self, expression: &ast::Expression) -> bool {
        let known = self.diagnostics.len();
        let (mistake, locals, snapshots) = (
            self.frame.mistake.clone(),
            self.frame.locals.len(),
            self.frame.snapshots.len(),
        );
        let (gaps, used) = (self.frame.gaps.len(), self.frame.used.clone());
        let probe = self.condition(expression);
        self.diagnostics.truncate(known);
        self.frame.mistake = mistake;
        let is_free = probe.evaluation.steps.is_empty();
        self.frame.locals.truncate(locals);
        self.frame.snapshots.truncate(snapshots);
        self.frame.gaps.truncate(gaps);
        self.frame.used = used;
        is_free
    }

    /// `Contract_Cases => (G1 => C1, others => C2)`: guards are evaluated at entry; exactly one
    /// holds, and its consequence holds at the end.
    fn contract_cases(&mut self, aspect: &ast::Aspect, definition: &ast::Expression) -> Expression {
        let span = aspect.name.span;
        let mut whole = Expression {
            term: Term::bool(true),
            evaluation: Evaluation {
                steps: Vec::new(),
                text: definition.to_string(),
                span: definition.span,
            },
        };
        let ExpressionKind::Aggregate(list) = &definition.kind else {
            self.error(
                definition.span,
                "contract cases are expected",
                "write (Guard => Consequence, …)",
            );
            return whole;
        };
        let mut guards: Vec<(Term, Option<&ast::Expression>)> = Vec::new();
        let mut steps = Vec::new();
        let mut assignments: Vec<(Variable, Term)> = Vec::new();
        let mut others = None;
        let mut consequences = Vec::new();
        for association in &list.associations {
            let Some(value) = &association.value else {
                continue;
            };
            for choice in &association.choices {
                match choice {
                    ast::Choice::Others(_) => others = Some(value),
                    ast::Choice::Expression(guard) => {
                        let guard = self.condition(guard);
                        steps.extend(guard.evaluation.steps);
                        let kept = self.temporary("Guard", Sort::Bool, None, span);
                        self.frame.stable.insert(kept.clone());
                        assignments.push((kept.clone(), guard.term));
                        guards.push((Term::variable(&kept), Some(value)));
                        consequences.push((Term::variable(&kept), value));
                    }
                    ast::Choice::Discrete(_) => {
                        self.error(choice.span(), "a guard is a condition", "compare something");
                    }
                }
            }
        }
        let all: Vec<Term> = guards.iter().map(|(guard, _)| guard.clone()).collect();
        if let Some(value) = others {
            consequences.push((Term::not(Term::or(all.iter().cloned())), value));
        }
        // All guards are evaluated, then looked at together.
        self.frame
            .snapshots
            .push(Statement::unwritten(assignments, steps, span));
        let mut checks = Vec::new();
        let mut disjoint = Vec::new();
        for (at, first) in all.iter().enumerate() {
            for second in &all[at + 1..] {
                disjoint.push(Term::not(Term::and([first.clone(), second.clone()])));
            }
        }
        let text = "the guards exclude each other";
        self.push_check(
            &mut checks,
            Rule::DisjointCases,
            span,
            text,
            Term::and(disjoint),
        );
        if others.is_none() {
            let text = "one of the guards holds";
            self.push_check(&mut checks, Rule::CompleteCases, span, text, Term::or(all));
        }
        self.frame.snapshots.push(Statement {
            kind: StatementKind::Assert(Evaluation {
                steps: checks,
                text: String::new(),
                span,
            }),
            span,
        });
        let context = std::mem::replace(&mut self.context, Context::Postcondition);
        for (guard, consequence) in consequences {
            let mut found = self.condition(consequence);
            let check = self.check(
                Rule::ContractCase,
                consequence.span,
                found.evaluation.text.clone(),
                found.term.clone(),
            );
            found.evaluation.steps.push(check);
            guard_steps(&mut found.evaluation.steps, &guard);
            whole.evaluation.steps.extend(found.evaluation.steps);
            whole.term = Term::and([whole.term.clone(), Term::implies(guard, found.term)]);
        }
        self.context = context;
        whole
    }

    /// `Subprogram_Variant => (Decreases => N)`: the values at entry are kept.
    fn subprogram_variant(&mut self, definition: &ast::Expression) {
        let ExpressionKind::Aggregate(list) = &definition.kind else {
            return;
        };
        for association in &list.associations {
            let growth = match association.choices.first() {
                Some(ast::Choice::Expression(name)) => match &name.kind {
                    ExpressionKind::Name(name) if name.eq_ignore_ascii_case("increases") => {
                        Growth::Increases
                    }
                    ExpressionKind::Name(name) if name.eq_ignore_ascii_case("decreases") => {
                        Growth::Decreases
                    }
                    _ => {
                        self.promise(definition.span, "structural variant");
                        return;
                    }
                },
                _ => return,
            };
            let Some(value) = &association.value else {
                continue;
            };
            let typed = self.integer_or_discrete(value);
            if typed.is_error() {
                return;
            }
            if typed
                .steps
                .iter()
                .any(|step| !matches!(step, Step::Read(_)))
                || !self.is_stable_term(&typed.term())
            {
                self.promise(
                    definition.span,
                    "variant that is no expression of the parameters",
                );
                self.frame.variant.clear();
                return;
            }
            let term = super::operators::position_term(&typed.term());
            self.frame.variant.push((growth, term));
        }
    }

    /// What the Global aspect says that the subprogram reads and changes.
    fn global_aspect(&mut self, definition: &ast::Expression) -> Option<Vec<(Mode, Variable)>> {
        let mut found = Vec::new();
        let mut add = |this: &mut Elaborator, mode: Mode, name: &ast::Expression| {
            if let super::lookup::Meaning::Entities(ids) = this.meaning(name)
                && let Some(id) = ids.first()
                && let super::entity::EntityKind::Object(object) = &this.entity(*id).kind
            {
                for variable in object.place.root.variables() {
                    found.push((mode, variable));
                }
            } else {
                return false;
            }
            true
        };
        let mut is_known = true;
        let mut each = |this: &mut Elaborator, mode: Mode, value: &ast::Expression| {
            let list: Vec<&ast::Expression> = match &value.kind {
                ExpressionKind::Aggregate(list) => list
                    .associations
                    .iter()
                    .filter_map(|association| association.value.as_ref())
                    .collect(),
                ExpressionKind::Null => Vec::new(),
                _ => vec![value],
            };
            for name in list {
                is_known &= add(this, mode, name);
            }
        };
        match &definition.kind {
            ExpressionKind::Null => {}
            ExpressionKind::Aggregate(list) => {
                for association in &list.associations {
                    let mode = match association.choices.first() {
                        Some(ast::Choice::Expression(name)) => {
                            match name.to_string().to_lowercase().as_str() {
                                "input" | "proof_in" => Mode::In,
                                "output" => Mode::Out,
                                _ => Mode::InOut,
                            }
                        }
                        _ => Mode::In,
                    };
                    if let Some(value) = &association.value {
                        each(self, mode, value);
                    }
                }
            }
            _ => each(self, Mode::In, definition),
        }
        // Abstract states and the like stand for variables that are not known here.
        is_known.then_some(found)
    }

    /// Runs something where calls are not lifted out.
    pub(super) fn inlining<T>(&mut self, action: impl FnOnce(&mut Elaborator) -> T) -> T {
        let lifting = std::mem::replace(&mut self.lifting, Lifting::Inlined);
        let result = action(self);
        self.lifting = lifting;
        result
    }
}
