//! Bodies of subprograms, and what is read once everything around it is declared.

use std::sync::Arc;

use super::elaborator::{Elaborator, HANDLER};
use super::entity::{Access, EntityKind, Object, RegionId};
use super::frame::{BodyState, FunctionExpression, Writes};
use super::objects::bounded;
use super::place::{Place, changes};
use super::renamings::words;
use super::typed::{Body, Evaluation, Expression, Gap, Statement, StatementKind, SubprogramId};
use super::typed_value::finish_steps;
use crate::logic::Term;
use crate::syntax::ast;

/// A contract, or the expression of a function, that is read once everything around it is
/// declared.
#[derive(Debug, Clone)]
pub(super) struct Deferred {
    pub(super) id: SubprogramId,
    specification: Arc<ast::SubprogramSpecification>,
    pub(super) expression: Option<Arc<ast::Expression>>,
    scopes: Vec<RegionId>,
    is_lenient: bool,
    is_primary: bool,
}

impl Elaborator {
    /// Runs something inside a subprogram: its frame is the present one, its formals are declared.
    pub(super) fn inside<T>(
        &mut self,
        id: SubprogramId,
        action: impl FnOnce(&mut Elaborator) -> T,
    ) -> T {
        let trees = self.trees(id);
        let declared = &mut self.subprograms[id.0 as usize];
        let parameters = declared.parameters.clone();
        let inner = std::mem::take(&mut declared.frame);
        let is_nested = declared.parent.is_some() && declared.parent == self.frame.id;
        let name = declared.subprogram.name.clone();
        let mut outer = std::mem::replace(&mut self.frame, inner);
        if is_nested {
            self.frame.used.extend(outer.used.iter().cloned());
            self.frame.stable.extend(outer.stable.iter().cloned());
            self.frame.unset.extend(outer.unset.iter().cloned());
        }
        let was_local = std::mem::replace(&mut self.is_local, true);
        let was_visible = std::mem::replace(&mut self.is_visible, true);
        let was_exposed = std::mem::replace(&mut self.is_exposed, true);
        let short = name.rsplit('.').next().unwrap_or(&name).to_owned();
        let region = self.new_region(Some(&short), &format!("{name}."));
        self.scopes.push(region);
        for (parameter, tree) in parameters.iter().zip(&trees.parameters) {
            if self.is_volatile(&parameter.subtype) {
                self.reject(parameter.span, "parameter of a volatile type");
            }
            let kind = EntityKind::Object(Arc::new(Object {
                place: Place::whole(tree.clone()),
                subtype: bounded(&parameter.subtype, tree),
                access: Access::Formal(parameter.mode),
            }));
            self.declare_in(region, &parameter.name, parameter.span, kind);
        }
        let result = action(self);
        self.scopes.pop();
        self.is_local = was_local;
        self.is_visible = was_visible;
        self.is_exposed = was_exposed;
        if is_nested {
            outer.used.extend(self.frame.used.iter().cloned());
        }
        let inner = std::mem::replace(&mut self.frame, outer);
        self.subprograms[id.0 as usize].frame = inner;
        result
    }

    /// Reads the contract, and the expression of an expression function, later; at once inside
    /// subprograms.
    pub(super) fn defer(
        &mut self,
        id: SubprogramId,
        specification: &ast::SubprogramSpecification,
        expression: Option<&ast::Expression>,
    ) {
        self.deferred.push(Deferred {
            id,
            specification: Arc::new(specification.clone()),
            expression: expression.map(|expression| Arc::new(expression.clone())),
            scopes: self.scopes.clone(),
            is_lenient: self.is_lenient,
            is_primary: self.is_primary,
        });
        // The private part of a package may still say what a type is.
        if self.is_local && self.specifications == 0 {
            self.settle_deferred();
        }
    }

    /// Reads all that has been deferred.
    pub(super) fn settle_deferred(&mut self) {
        while !self.deferred.is_empty() {
            let deferred = self.deferred.remove(0);
            self.settle(deferred);
        }
    }

    /// Reads what has been deferred of one subprogram.
    pub(super) fn ensure(&mut self, id: SubprogramId) {
        while let Some(at) = self.deferred.iter().position(|deferred| deferred.id == id) {
            let deferred = self.deferred.remove(at);
            self.settle(deferred);
        }
    }

    fn settle(&mut self, deferred: Deferred) {
        let lenient = std::mem::replace(&mut self.is_lenient, deferred.is_lenient);
        let primary = std::mem::replace(&mut self.is_primary, deferred.is_primary);
        let context = std::mem::replace(&mut self.context, super::typed_value::Context::Program);
        let lifting = std::mem::replace(&mut self.lifting, super::elaborator::Lifting::Lifted);
        let binders = std::mem::replace(&mut self.binders, 0);
        let id = deferred.id;
        self.in_scopes(deferred.scopes, |this| {
            this.contract(id, &deferred.specification);
            if let Some(expression) = &deferred.expression {
                let place = deferred.specification.name.span;
                this.subprograms[id.0 as usize].subprogram.body_span = Some(place);
                this.function_body(id, expression);
            } else if this.subprograms[id.0 as usize].state == BodyState::Read {
                // A null procedure.
                this.leaving(id);
            }
        });
        self.is_lenient = lenient;
        self.is_primary = primary;
        self.context = context;
        self.lifting = lifting;
        self.binders = binders;
    }

    /// The body of an expression function.
    fn function_body(&mut self, id: SubprogramId, expression: &ast::Expression) {
        self.subprograms[id.0 as usize].state = BodyState::Read;
        let known = self.diagnostics.len();
        self.leaving(id);
        let (statements, found) = self.inside(id, |this| {
            let Some((tree, subtype)) = this.frame.result.clone() else {
                return (Vec::new(), None);
            };
            let typed = this.value_for(expression, &subtype);
            if typed.is_error() {
                return (Vec::new(), None);
            }
            let steps = typed.steps.clone();
            let statements = vec![
                Statement {
                    kind: StatementKind::Assign {
                        assignments: changes(&tree, &typed.value),
                        evaluation: finish_steps(expression, typed.steps),
                    },
                    span: expression.span,
                },
                Statement {
                    kind: StatementKind::Return,
                    span: expression.span,
                },
            ];
            let found = FunctionExpression {
                value: typed.value,
                steps,
            };
            (statements, Some(found))
        });
        let text = expression.to_string();
        self.finish_body(id, statements, &text, known);
        if self.subprograms[id.0 as usize].frame.rejection.is_none()
            && matches!(
                self.subprograms[id.0 as usize].subprogram.body,
                Body::Statements(_)
            )
        {
            let declared = &mut self.subprograms[id.0 as usize];
            declared.subprogram.returns = found.as_ref().and_then(FunctionExpression::scalar);
            declared.expression = found;
        }
    }

    /// Gives a subprogram the body of something that is not modelled: nothing is known of what it
    /// does, but that attributes change nothing.
    pub(super) fn unknown_body(&mut self, id: SubprogramId, what: &ast::Expression, gap: Gap) {
        let declared = &mut self.subprograms[id.0 as usize];
        if let ast::ExpressionKind::Attribute(..) | ast::ExpressionKind::String(_) = what.kind {
            declared.state = BodyState::Foreign;
            self.frame.gaps.push(gap);
            return;
        }
        declared.state = BodyState::Read;
        declared.frame.gaps.push(gap.clone());
        declared.frame.rejection.get_or_insert(gap);
        let known = self.diagnostics.len();
        self.finish_body(id, Vec::new(), &what.to_string(), known);
    }

    /// `procedure P is null;`
    pub(super) fn null_body(
        &mut self,
        id: SubprogramId,
        specification: &ast::SubprogramSpecification,
    ) {
        self.defer(id, specification, None);
        let declared = &mut self.subprograms[id.0 as usize];
        declared.state = BodyState::Read;
        declared.subprogram.body = Body::Statements(Vec::new());
        declared.subprogram.body_span = Some(specification.name.span);
    }

    /// Reads the body of a declared subprogram.
    pub(super) fn body(&mut self, id: SubprogramId, body: &ast::SubprogramBody) {
        // What was declared before must be known in the body.
        self.settle_deferred();
        self.subprograms[id.0 as usize].state = BodyState::Read;
        self.subprograms[id.0 as usize].subprogram.body_span = Some(body.specification.name.span);
        let known = self.diagnostics.len();
        self.leaving(id);
        let statements = self.inside(id, |this| {
            if let Some(handler) = body.handlers.first() {
                this.reject(handler.span, HANDLER);
            }
            let mut statements = Vec::new();
            this.declarations(&body.declarations, &mut statements);
            this.settle_deferred();
            let begin = statements.len();
            statements.extend(this.statements(&body.statements));
            this.settle_properties(id, &mut statements, begin, body.specification.name.span);
            statements
        });
        let frame = &self.subprograms[id.0 as usize].frame;
        let is_suspect = frame.rejection.is_some() || frame.mistake.is_some() || self.is_blind();
        let text = if is_suspect {
            written(body)
        } else {
            String::new()
        };
        self.finish_body(id, statements, &text, known);
    }

    /// Adds what types demand of what the subprogram hands out to its postcondition, and keeps
    /// what they guarantee of what it is handed.
    fn leaving(&mut self, id: SubprogramId) {
        let (guarantees, (steps, term)) =
            self.inside(id, |this| (this.guarantees(id), this.invariant_steps(id)));
        let declared = &mut self.subprograms[id.0 as usize];
        declared.guarantees = guarantees;
        if steps.is_empty() {
            return;
        }
        let span = declared.subprogram.span;
        let known = declared.subprogram.postcondition.get_or_insert(Expression {
            term: Term::bool(true),
            evaluation: Evaluation {
                steps: Vec::new(),
                text: String::new(),
                span,
            },
        });
        known.evaluation.steps.extend(steps);
        known.term = Term::and([known.term.clone(), term]);
    }

    /// Whether a package is used around the present place that could not be read: what it would
    /// make visible might hide what is found.
    fn is_blind(&self) -> bool {
        let mut around = self.scopes.iter();
        self.is_lenient && around.any(|scope| self.region(*scope).is_blind)
    }

    /// Takes over what a body has come to, or rejects it. `text` is asked for its names then.
    fn finish_body(
        &mut self,
        id: SubprogramId,
        statements: Vec<Statement>,
        text: &str,
        known: usize,
    ) {
        let is_lenient = self.is_lenient;
        let is_blind = self.is_blind();
        let declared = &mut self.subprograms[id.0 as usize];
        let frame = &mut declared.frame;
        if is_blind {
            let gap = Gap::new(
                declared.subprogram.span,
                "use of a package that is not read",
            );
            frame.rejection.get_or_insert(gap);
        }
        if is_lenient && let Some((span, message)) = frame.mistake.take() {
            let construct = format!("unread: {message}");
            frame.rejection.get_or_insert(Gap::new(span, construct));
            self.diagnostics.truncate(known);
        }
        let gaps = std::mem::take(&mut frame.gaps);
        if let Some(gap) = frame.rejection.clone() {
            let construct = format!("{} is not read: {}", frame.name, gap.construct);
            self.gaps.insert(Gap {
                is_body: true,
                ..Gap::new(gap.span, construct)
            });
            declared.mentioned = words(text);
            let mut out_of_sight = OUT_OF_SIGHT.iter();
            if gap.construct != HANDLER
                || !gaps.is_empty()
                || out_of_sight.any(|word| declared.mentioned.contains(*word))
            {
                declared.writes = Writes::Anything;
            }
            declared.subprogram.body = Body::Rejected {
                reason: gap,
                calls: Vec::new(),
                changes: Vec::new(),
            };
            // Its contract cannot be judged either, only assumed of callers.
            declared.subprogram.postcondition = None;
            declared.subprogram.snapshots = Vec::new();
        } else {
            self.gaps.extend(gaps);
            declared.subprogram.body = Body::Statements(statements);
            declared.subprogram.snapshots = std::mem::take(&mut frame.snapshots);
        }
        let locals = std::mem::take(&mut frame.locals);
        declared.subprogram.locals.extend(locals);
    }
}

/// Words that tell of writing to what is not mentioned: text that stands elsewhere, or variables
/// under their addresses. What a handler does is not read, so words are all there is.
const OUT_OF_SIGHT: [&str; 5] = [
    "access",
    "address",
    "separate",
    "unchecked_access",
    "unrestricted_access",
];

/// The text of a body.
fn written(body: &ast::SubprogramBody) -> String {
    let unit = ast::Unit {
        context: Vec::new(),
        clauses: Vec::new(),
        is_private: false,
        subunit_of: Vec::new(),
        item: ast::Declaration {
            kind: ast::DeclarationKind::SubprogramBody(Box::new(body.clone())),
            span: body.span,
        },
        pragmas: Vec::new(),
        span: body.span,
        is_coded: true,
    };
    unit.to_string()
}
