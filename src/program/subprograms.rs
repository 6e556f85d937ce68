//! Subprograms: profiles, contracts and bodies.

use super::declarations::Region;
use super::elaborator::Elaborator;
use super::expressions::{Context, Typed};
use super::scope::{Access, Declared, Entity, Frame, Scope};
use super::typed::{
    Expression, Formal, Mode, Object, Read, Snapshot, Subprogram, SubprogramId, Subtype,
};
use crate::logic::{Term, Variable};
use crate::syntax::ast::{self, Binary, ExpressionKind, Logical};
use crate::verdict::Rule;

impl Elaborator {
    /// Declares a subprogram without its contract.
    pub(super) fn declare_subprogram(
        &mut self,
        specification: &ast::SubprogramSpecification,
        full_name: String,
        region: Region,
    ) -> SubprogramId {
        self.gate_profile(specification);
        let id = SubprogramId(u32::try_from(self.subprograms.len()).unwrap_or(u32::MAX));
        let mut frame = Frame {
            id: Some(id),
            name: full_name.clone(),
            used: self.global_names.clone(),
            ..Frame::default()
        };
        let mut formals = Vec::new();
        for formal in &specification.formals {
            let subtype = self.type_use(&formal.subtype).unwrap_or(Subtype::Boolean);
            formals.push(Formal {
                object: Object {
                    variable: frame.variable(&formal.name.text, subtype.sort()),
                    subtype,
                    span: formal.name.span,
                },
                mode: match formal.mode {
                    ast::Mode::In => Mode::In,
                    ast::Mode::Out => Mode::Out,
                    ast::Mode::InOut => Mode::InOut,
                },
            });
        }
        self.subprograms.push(Declared {
            subprogram: Subprogram {
                name: full_name,
                formals,
                locals: Vec::new(),
                precondition: None,
                snapshots: Vec::new(),
                postcondition: None,
                body: Vec::new(),
                span: specification.name.span,
            },
            formal_names: specification
                .formals
                .iter()
                .map(|formal| formal.name.key())
                .collect(),
            has_body: false,
            is_visible: region == Region::Visible,
            frame,
        });
        self.declare(&specification.name, Entity::Subprogram(id));
        id
    }

    /// Runs something inside a subprogram: its frame is the present one, its formals are declared.
    fn inside<T>(
        &mut self,
        id: SubprogramId,
        specification: &ast::SubprogramSpecification,
        action: impl FnOnce(&mut Elaborator) -> T,
    ) -> T {
        let declared = &mut self.subprograms[id.0 as usize];
        let formals = declared.subprogram.formals.clone();
        let inner = std::mem::take(&mut declared.frame);
        let outer = std::mem::replace(&mut self.frame, inner);
        self.scopes.push(Scope::new());
        for (formal, written) in formals.iter().zip(&specification.formals) {
            let access = Access::Formal(formal.mode);
            self.declare(&written.name, Entity::Object(formal.object.clone(), access));
        }
        let result = action(self);
        self.scopes.pop();
        let inner = std::mem::replace(&mut self.frame, outer);
        self.subprograms[id.0 as usize].frame = inner;
        result
    }

    /// Reads the contract of a declared subprogram.
    pub(super) fn contract(
        &mut self,
        id: SubprogramId,
        specification: &ast::SubprogramSpecification,
    ) {
        let (precondition, postcondition) = self.inside(id, specification, |this| {
            let mut precondition = None;
            let mut postcondition = None;
            for aspect in &specification.aspects {
                let (Some(definition), "pre" | "post") =
                    (&aspect.definition, aspect.name.key().as_str())
                else {
                    continue;
                };
                let is_new = if aspect.name.key() == "pre" {
                    precondition.replace(this.condition(definition)).is_none()
                } else {
                    postcondition
                        .replace(this.postcondition(definition))
                        .is_none()
                };
                if !is_new {
                    this.error(
                        aspect.name.span,
                        format!("{} is given twice", aspect.name),
                        "join both by and then",
                    );
                }
            }
            (precondition, postcondition)
        });
        let subprogram = &mut self.subprograms[id.0 as usize].subprogram;
        subprogram.precondition = precondition;
        subprogram.postcondition = postcondition;
    }

    fn postcondition(&mut self, expression: &ast::Expression) -> Expression {
        self.context = Context::Postcondition;
        let mut whole = Expression {
            term: Term::bool(true),
            checks: Vec::new(),
            reads: Vec::new(),
            text: expression.to_string(),
            span: expression.span,
        };
        self.conjuncts(expression, &mut whole);
        self.context = Context::Program;
        whole
    }

    /// Adds the checks of a postcondition, one per conjunct. `A and B` are two conjuncts only if
    /// B has no checks of its own: those are evaluated even where A does not hold.
    fn conjuncts(&mut self, expression: &ast::Expression, whole: &mut Expression) {
        if let ExpressionKind::Binary(operator, left, right) = &expression.kind {
            let splits = match operator {
                Binary::Logical(Logical::AndThen) => true,
                Binary::Logical(Logical::And) => {
                    let known = self.diagnostics.len();
                    let probe = self.condition(right);
                    self.diagnostics.truncate(known);
                    probe.checks.is_empty()
                }
                Binary::Logical(Logical::Or | Logical::Xor | Logical::OrElse)
                | Binary::Arithmetic(_)
                | Binary::Power
                | Binary::Concatenate
                | Binary::Compare(_) => false,
            };
            if splits {
                self.conjuncts(left, whole);
                self.conjuncts(right, whole);
                return;
            }
        }
        let conjunct = self.condition(expression);
        whole.checks.extend(conjunct.checks);
        whole.reads.extend(conjunct.reads);
        let check = self.check(
            Rule::Postcondition,
            expression.span,
            conjunct.text,
            conjunct.term.clone(),
        );
        whole.checks.push(check);
        whole.term = Term::and([whole.term.clone(), conjunct.term]);
    }

    /// `X'Old`
    pub(super) fn old(&mut self, expression: &ast::Expression, prefix: &ast::Expression) -> Typed {
        if self.context != Context::Postcondition {
            self.error(
                expression.span,
                "'Old stands only in postconditions",
                "keep the value in a variable",
            );
            return Typed::error(expression.position);
        }
        let mut typed = self.expression(prefix);
        let source = match typed.reads.as_slice() {
            [read] if typed.term == Term::variable(&read.variable) => read.variable.clone(),
            [] => return typed,
            _ => {
                self.error(
                    prefix.span,
                    "'Old of an expression is not supported",
                    "write 'Old after each variable in it",
                );
                return Typed::error(expression.position);
            }
        };
        if self.is_stable(&source) || typed.is_error() {
            return typed;
        }
        let copy = self.snapshot(&source, prefix);
        typed.term = Term::variable(&copy);
        typed.reads = vec![Read {
            variable: copy,
            span: expression.span,
        }];
        typed.position = expression.position;
        typed
    }

    fn snapshot(&mut self, source: &Variable, prefix: &ast::Expression) -> Variable {
        let known = self
            .frame
            .snapshots
            .iter()
            .find(|known| known.source == *source);
        if let Some(known) = known {
            return known.copy.clone();
        }
        let Entity::Object(object, _) = self.resolve(prefix) else {
            return source.clone();
        };
        let subtype = object.subtype;
        let name = format!("{}__old", source.name);
        let copy = self.local(&name, subtype, prefix.span).variable;
        self.frame.snapshots.push(Snapshot {
            copy: copy.clone(),
            source: source.clone(),
            span: prefix.span,
        });
        copy
    }

    /// Reads the body of a declared subprogram.
    pub(super) fn body(&mut self, id: SubprogramId, body: &ast::SubprogramBody) {
        let declared = &mut self.subprograms[id.0 as usize];
        if std::mem::replace(&mut declared.has_body, true) {
            self.error(
                body.specification.name.span,
                format!("{} has two bodies", body.specification.name),
                "choose another name; sabs does not read overloading",
            );
            return;
        }
        self.conformance(id, body);
        self.gate_handlers(&body.handlers);
        let statements = self.inside(id, &body.specification, |this| {
            let mut statements = Vec::new();
            this.local_declarations(&body.declarations, &mut statements);
            statements.extend(this.statements(&body.statements));
            statements
        });
        let declared = &mut self.subprograms[id.0 as usize];
        declared.subprogram.body = statements;
        declared.subprogram.locals = std::mem::take(&mut declared.frame.locals);
        declared.subprogram.snapshots = std::mem::take(&mut declared.frame.snapshots);
    }

    /// The profile of a body must repeat that of the declaration.
    fn conformance(&mut self, id: SubprogramId, body: &ast::SubprogramBody) {
        let specification = &body.specification;
        let declared = &self.subprograms[id.0 as usize];
        if declared.subprogram.span == specification.name.span {
            return;
        }
        let names: Vec<String> = specification
            .formals
            .iter()
            .map(|formal| formal.name.key())
            .collect();
        let modes: Vec<Mode> = declared
            .subprogram
            .formals
            .iter()
            .map(|formal| formal.mode)
            .collect();
        let written: Vec<Mode> = specification
            .formals
            .iter()
            .map(|formal| match formal.mode {
                ast::Mode::In => Mode::In,
                ast::Mode::Out => Mode::Out,
                ast::Mode::InOut => Mode::InOut,
            })
            .collect();
        let subtypes: Vec<Subtype> = declared
            .subprogram
            .formals
            .iter()
            .map(|formal| formal.object.subtype.clone())
            .collect();
        let mut agrees = names == declared.formal_names && modes == written;
        if agrees {
            for (formal, subtype) in specification.formals.iter().zip(subtypes) {
                agrees &= self.type_use(&formal.subtype) == Some(subtype);
            }
        }
        if !agrees {
            self.error(
                specification.name.span,
                format!(
                    "the parameters of {} differ from its declaration",
                    specification.name
                ),
                "repeat the declaration's names, modes and types",
            );
        }
        for aspect in &specification.aspects {
            if matches!(aspect.name.key().as_str(), "pre" | "post") {
                self.error(
                    aspect.name.span,
                    format!("{} stands at the body", aspect.name),
                    "move it to the declaration",
                );
            }
        }
    }
}
