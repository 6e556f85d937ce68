//! Subprograms: profiles and bodies.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::declarations::{bound_variables, bounded};
use super::elaborator::{Elaborator, described};
use super::entity::{Access, EntityKind, Object, RegionId};
use super::expressions::finish_steps;
use super::frame::{BodyState, Declared, Frame, FunctionExpression, Parameter, Trees};
use super::lookup::Meaning;
use super::place::{Place, changes};
use super::typed::{Body, Formal, Gap, Mode, Statement, StatementKind, Subprogram, SubprogramId};
use super::types::Subtype;
use crate::logic::{Comparison, Term};
use crate::syntax::ast;

/// Which way a variant goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Growth {
    Increases,
    Decreases,
}

/// A contract, or the expression of a function, that is read once everything around it is
/// declared.
#[derive(Debug, Clone)]
pub(super) struct Deferred {
    id: SubprogramId,
    specification: Arc<ast::SubprogramSpecification>,
    expression: Option<Arc<ast::Expression>>,
    scopes: Vec<RegionId>,
    is_lenient: bool,
    is_primary: bool,
}

/// Whether the second list of values is smaller than the first, the earlier ones counting more.
pub(super) fn progress(before: &[(Growth, Term)], now: &[(Growth, Term)]) -> Term {
    let mut found = Term::bool(false);
    for ((growth, old), (_, new)) in before.iter().zip(now).rev() {
        let comparison = match growth {
            Growth::Increases => Comparison::Greater,
            Growth::Decreases => Comparison::Less,
        };
        let moves = Term::compare(comparison, new.clone(), old.clone());
        let stays = Term::equal(new.clone(), old.clone());
        found = Term::or([moves, Term::and([stays, found])]);
    }
    found
}

impl Elaborator {
    /// Declares a subprogram without its contract.
    pub(super) fn declare_subprogram(
        &mut self,
        specification: &ast::SubprogramSpecification,
    ) -> SubprogramId {
        let (parameters, result) = self.profile(specification);
        let name = &specification.name;
        let id = self.new_subprogram(name, parameters, result);
        let declared = &mut self.subprograms[id.0 as usize];
        declared.intrinsic = intrinsic(specification);
        if specification
            .aspects
            .iter()
            .any(|aspect| aspect.name.key() == "import")
        {
            declared.state = BodyState::Foreign;
        }
        self.declare(name, EntityKind::Subprogram(id));
        id
    }

    fn profile(
        &mut self,
        specification: &ast::SubprogramSpecification,
    ) -> (Vec<Parameter>, Option<Subtype>) {
        let boolean = Subtype::of(&self.standard.boolean);
        let mut parameters = Vec::new();
        let mut found = Vec::new();
        for formal in &specification.formals {
            let subtype = self
                .type_use(&formal.subtype, &mut found)
                .unwrap_or_else(|| boolean.clone());
            parameters.push(Parameter {
                name: formal.name.text.clone(),
                span: formal.name.span,
                mode: match formal.mode {
                    ast::Mode::In => Mode::In,
                    ast::Mode::Out => Mode::Out,
                    ast::Mode::InOut => Mode::InOut,
                },
                subtype,
                default: formal.default.clone(),
            });
        }
        let result = specification.result.as_ref().map(|result| {
            self.type_use(result, &mut found)
                .unwrap_or_else(|| boolean.clone())
        });
        (parameters, result)
    }

    fn new_subprogram(
        &mut self,
        name: &ast::Name,
        parameters: Vec<Parameter>,
        result: Option<Subtype>,
    ) -> SubprogramId {
        let id = SubprogramId(u32::try_from(self.subprograms.len()).unwrap_or(u32::MAX));
        let plain = format!("{}{}", self.prefix(), name.text);
        let numbered = (2..).map(|count| format!("{plain}__{count}"));
        let full_name = std::iter::once(plain.clone())
            .chain(numbered)
            .find(|candidate| {
                let mut known = self.subprograms.iter();
                !known.any(|known| known.subprogram.name.eq_ignore_ascii_case(candidate))
            })
            .unwrap_or(plain);
        let parent = self.frame.id;
        let used = if parent.is_some() {
            self.frame.used.clone()
        } else {
            self.global_names.clone()
        };
        self.subprograms.push(Declared {
            subprogram: Subprogram {
                name: full_name.clone(),
                formals: Vec::new(),
                locals: Vec::new(),
                facts: Vec::new(),
                precondition: None,
                snapshots: Vec::new(),
                postcondition: None,
                body: Body::Absent {
                    changes: Vec::new(),
                },
                span: name.span,
                body_span: None,
            },
            parameters,
            result,
            trees: None,
            state: BodyState::Missing,
            is_visible: self.is_visible && parent.is_none(),
            parent,
            scopes: self.scopes.clone(),
            expression: None,
            global: None,
            frame: Frame {
                id: Some(id),
                name: full_name,
                used,
                stable: self.frame.stable.clone(),
                unset: self.frame.unset.clone(),
                ..Frame::default()
            },
            intrinsic: None,
            is_primary: self.is_primary,
            mentioned: BTreeSet::new(),
        });
        if parent.is_some() {
            self.trees(id);
            let used = self.subprograms[id.0 as usize].frame.used.clone();
            self.frame.used.extend(used);
        }
        id
    }

    /// The subprogram that a body or expression completes, or a new one.
    pub(super) fn declared_or_new(
        &mut self,
        specification: &ast::SubprogramSpecification,
    ) -> SubprogramId {
        let candidates: Vec<SubprogramId> = self
            .scopes
            .iter()
            .rev()
            .take(2)
            .flat_map(|scope| {
                let known = self.region(*scope).names.get(&specification.name.key());
                known.cloned().unwrap_or_default()
            })
            .filter_map(|id| match &self.entity(id).kind {
                EntityKind::Subprogram(id) => Some(*id),
                _ => None,
            })
            .filter(|id| {
                let declared = &self.subprograms[id.0 as usize];
                declared.state == BodyState::Missing && declared.parent == self.frame.id
            })
            .collect();
        let known = self.diagnostics.len();
        let mistake = self.frame.mistake.clone();
        let (parameters, result) = self.profile(specification);
        let conforms = |declared: &Declared| {
            let same = |a: &Subtype, b: &Subtype| {
                a.base.id == b.base.id || a.base.lost().is_some() && b.base.lost().is_some()
            };
            declared.parameters.len() == parameters.len()
                && declared.result.is_some() == result.is_some()
                && declared.parameters.iter().zip(&parameters).all(|(a, b)| {
                    same(&a.subtype, &b.subtype)
                        && a.mode == b.mode
                        && a.name.eq_ignore_ascii_case(&b.name)
                        && a.subtype.describe() == b.subtype.describe()
                })
                && declared.result.iter().zip(&result).all(|(a, b)| same(a, b))
        };
        let is_deferred = |id: &SubprogramId| {
            self.deferred
                .iter()
                .any(|deferred| deferred.id == *id && deferred.expression.is_some())
        };
        if let Some(id) = candidates
            .iter()
            .find(|id| conforms(&self.subprograms[id.0 as usize]) && !is_deferred(id))
        {
            // The declaration has told the mistakes of the profile.
            self.diagnostics.truncate(known);
            self.frame.mistake = mistake;
            for aspect in &specification.aspects {
                if matches!(
                    aspect.name.key().as_str(),
                    "pre" | "post" | "contract_cases"
                ) {
                    self.error(
                        aspect.name.span,
                        format!("{} stands at the body", aspect.name.text),
                        "move it to the declaration",
                    );
                }
            }
            return *id;
        }
        if let [only] = candidates.as_slice()
            && self.subprograms[only.0 as usize].parameters.len() == parameters.len()
            && !is_deferred(only)
        {
            self.error(
                specification.name.span,
                format!(
                    "the parameters of {} differ from its declaration",
                    specification.name.text
                ),
                "repeat the declaration's names, modes and types",
            );
            return *only;
        }
        let repeated = self
            .region(self.here())
            .names
            .get(&specification.name.key())
            .into_iter()
            .flatten()
            .any(|id| match &self.entity(*id).kind {
                EntityKind::Subprogram(id) => {
                    let declared = &self.subprograms[id.0 as usize];
                    declared.state == BodyState::Read && conforms(declared)
                }
                _ => false,
            });
        if repeated {
            self.error(
                specification.name.span,
                format!("{} has two bodies", specification.name.text),
                "choose another name",
            );
        }
        self.diagnostics
            .truncate(if repeated { usize::MAX } else { known });
        self.declare_subprogram(specification)
    }

    /// The variables of a subprogram's parameters and result.
    pub(super) fn trees(&mut self, id: SubprogramId) -> Trees {
        let declared = &mut self.subprograms[id.0 as usize];
        if let Some(trees) = &declared.trees {
            return trees.clone();
        }
        let mut frame = std::mem::take(&mut declared.frame);
        let name = declared.subprogram.name.clone();
        let mut parameters = declared.parameters.clone();
        let result = declared.result.clone().map(|result| result.settled());
        let span = declared.subprogram.span;
        let (mut formals, mut trees, mut facts) = (Vec::new(), Vec::new(), Vec::new());
        for parameter in &mut parameters {
            parameter.subtype = parameter.subtype.settled();
            let mut objects = Vec::new();
            let whole = frame.whole_name(&parameter.name);
            let subtype = parameter.subtype.clone();
            let tree = self.variables(&whole, &subtype, 0, &mut |_, name, sort, subtype| {
                let variable = frame.variable(name, sort);
                objects.push(described(&variable, Some(subtype), parameter.span));
                variable
            });
            let bounds = bound_variables(&tree);
            facts.extend(bound_facts(&tree, &subtype));
            let is_composite = !subtype.is_scalar();
            for mut object in objects {
                object.bounds = bounds_of_leaf(&tree, &object.variable).unwrap_or_default();
                let is_bound = bounds.contains(&object.variable);
                let mode = match parameter.mode {
                    _ if is_bound => Mode::In,
                    // What is not set keeps its value: composites go by reference.
                    Mode::Out if is_composite => Mode::InOut,
                    mode => mode,
                };
                if is_bound || parameter.mode == Mode::In {
                    frame.stable.insert(object.variable.clone());
                } else if parameter.mode == Mode::Out {
                    frame.unset.insert(object.variable.clone());
                }
                formals.push(Formal {
                    object,
                    mode,
                    is_hidden: subtype.base.is_private,
                    is_unset: parameter.mode == Mode::Out && !is_bound,
                });
            }
            trees.push(tree);
        }
        let short = name
            .rsplit('.')
            .next()
            .unwrap_or(&name)
            .trim_matches('"')
            .to_owned();
        let result_tree = result.as_ref().map(|result| {
            let whole = frame.whole_name(&format!("{short}'Result"));
            self.variables(&whole, result, 0, &mut |_, name, sort, subtype| {
                let variable = frame.variable(name, sort);
                formals.push(Formal {
                    object: described(&variable, Some(subtype), span),
                    mode: Mode::Out,
                    is_hidden: false,
                    is_unset: true,
                });
                variable
            })
        });
        if let (Some(tree), Some(result)) = (&result_tree, &result) {
            frame.result = Some((tree.clone(), result.clone()));
        }
        let found = Trees {
            parameters: trees,
            result: result_tree,
        };
        let declared = &mut self.subprograms[id.0 as usize];
        declared.frame = frame;
        declared.parameters = parameters;
        declared.result = result;
        declared.subprogram.formals = formals;
        declared.subprogram.facts = facts;
        declared.trees = Some(found.clone());
        found
    }

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
        let short = name.rsplit('.').next().unwrap_or(&name).to_owned();
        let region = self.new_region(Some(&short), &format!("{name}."));
        self.scopes.push(region);
        for (parameter, tree) in parameters.iter().zip(&trees.parameters) {
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
        if self.is_local {
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
        let context = std::mem::replace(&mut self.context, super::expressions::Context::Program);
        let lifting = std::mem::replace(&mut self.lifting, super::elaborator::Lifting::Lifted);
        let binders = std::mem::replace(&mut self.binders, 0);
        let id = deferred.id;
        self.in_scopes(deferred.scopes, |this| {
            this.contract(id, &deferred.specification);
            if let Some(expression) = &deferred.expression {
                let place = deferred.specification.name.span;
                this.subprograms[id.0 as usize].subprogram.body_span = Some(place);
                this.function_body(id, expression);
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
            self.subprograms[id.0 as usize].expression = found;
        }
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
        let statements = self.inside(id, |this| {
            if let Some(handler) = body.handlers.first() {
                this.reject(handler.span, "exception handler");
            }
            let mut statements = Vec::new();
            this.declarations(&body.declarations, &mut statements);
            this.settle_deferred();
            statements.extend(this.statements(&body.statements));
            statements
        });
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
        };
        let is_suspect = {
            let frame = &self.subprograms[id.0 as usize].frame;
            frame.rejection.is_some() || frame.mistake.is_some()
        };
        let text = if is_suspect {
            unit.to_string()
        } else {
            String::new()
        };
        self.finish_body(id, statements, &text, known);
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
        let declared = &mut self.subprograms[id.0 as usize];
        let frame = &mut declared.frame;
        if is_lenient && let Some((span, message)) = frame.mistake.take() {
            let construct = format!("unread: {message}");
            frame.rejection.get_or_insert(Gap { span, construct });
            self.diagnostics.truncate(known);
        }
        let gaps = std::mem::take(&mut frame.gaps);
        match frame.rejection.clone() {
            Some(gap) => {
                let construct = format!("{} is not read: {}", frame.name, gap.construct);
                self.gaps.insert(Gap {
                    span: gap.span,
                    construct,
                });
                declared.mentioned = words(text);
                declared.subprogram.body = Body::Rejected {
                    reason: gap,
                    calls: Vec::new(),
                    changes: Vec::new(),
                };
                // Its contract cannot be judged either, only assumed of callers.
                declared.subprogram.postcondition = None;
                declared.subprogram.snapshots = Vec::new();
            }
            None => {
                self.gaps.extend(gaps);
                declared.subprogram.body = Body::Statements(statements);
                declared.subprogram.snapshots = std::mem::take(&mut frame.snapshots);
            }
        }
        let locals = std::mem::take(&mut frame.locals);
        declared.subprogram.locals.extend(locals);
    }

    /// `procedure P (X : T) renames Q;`
    pub(super) fn subprogram_renaming(
        &mut self,
        specification: &ast::SubprogramSpecification,
        renamed: &ast::Expression,
    ) {
        let (parameters, result) = self.profile(specification);
        let candidates: Vec<SubprogramId> = match self.meaning(renamed) {
            Meaning::Entities(ids) => ids
                .iter()
                .filter_map(|id| match &self.entity(*id).kind {
                    EntityKind::Subprogram(id) => Some(*id),
                    _ => None,
                })
                .collect(),
            _ => Vec::new(),
        };
        let found = candidates.into_iter().find(|id| {
            let declared = &self.subprograms[id.0 as usize];
            declared.parameters.len() == parameters.len()
                && declared
                    .parameters
                    .iter()
                    .zip(&parameters)
                    .all(|(a, b)| a.subtype.base.id == b.subtype.base.id)
                && declared.result.is_some() == result.is_some()
        });
        match found {
            Some(id) => {
                // A body by renaming completes the declaration; calls go to either.
                let completed = self
                    .region(self.here())
                    .names
                    .get(&specification.name.key())
                    .cloned();
                let is_completion = completed.into_iter().flatten().any(|id| {
                    matches!(&self.entity(id).kind, EntityKind::Subprogram(known)
                        if self.subprograms[known.0 as usize].state == BodyState::Missing)
                });
                if is_completion {
                    let known = self.declared_or_new(specification);
                    self.subprograms[known.0 as usize].state = BodyState::Foreign;
                    self.gap(specification.name.span, "body by renaming");
                    return;
                }
                self.declare(&specification.name, EntityKind::Subprogram(id));
            }
            None => {
                // A literal, an attribute or a predefined operator under another name.
                let kind = match self.meaning(renamed) {
                    Meaning::Entities(ids) => match &self.entity(ids[0]).kind {
                        EntityKind::Literal(position, base) => {
                            Some(EntityKind::Literal(position.clone(), Arc::clone(base)))
                        }
                        _ => None,
                    },
                    _ => None,
                };
                if let Some(kind) = kind {
                    self.declare(&specification.name, kind);
                    return;
                }
                let is_operator = specification.name.text.starts_with('"');
                if is_operator {
                    // The predefined operator is visible anyway.
                    return;
                }
                let id = self.declare_subprogram(specification);
                self.subprograms[id.0 as usize].state = BodyState::Foreign;
                self.defer(id, specification, None);
                self.gap(
                    specification.name.span,
                    "renaming of something that is not modelled",
                );
            }
        }
    }

    /// The variant's values in the terms of the parameters.
    pub(super) fn variant_terms(&mut self, id: SubprogramId) -> Vec<(Growth, Term)> {
        self.subprograms[id.0 as usize]
            .frame
            .variant
            .clone()
            .into_iter()
            .chain(if self.frame.id == Some(id) {
                self.frame.variant.clone()
            } else {
                Vec::new()
            })
            .collect()
    }
}

/// The bounds of the dimensions that a leaf of a tree has.
fn bounds_of_leaf(
    tree: &super::tree::Tree,
    variable: &crate::logic::Variable,
) -> Option<Vec<(Term, Term)>> {
    use super::tree::Tree;
    match tree {
        Tree::Leaf(term) => (super::tree::as_variable(term) == Some(variable)).then(Vec::new),
        Tree::Record(parts) => parts
            .iter()
            .find_map(|(_, part)| bounds_of_leaf(part, variable)),
        Tree::Array(bounds, data) => {
            let inner = bounds_of_leaf(data, variable)?;
            Some(bounds.iter().cloned().chain(inner).collect())
        }
        Tree::Lost => None,
    }
}

/// The bounds of an array that is not empty lie in its index subtypes.
fn bound_facts(tree: &super::tree::Tree, subtype: &Subtype) -> Vec<Term> {
    let (Some(bounds), Some(array)) = (tree.bounds(), subtype.base.array()) else {
        return Vec::new();
    };
    if subtype.index_ranges().is_some() {
        return Vec::new();
    }
    let pairs = bounds.iter().zip(&array.indices);
    pairs
        .map(|((first, last), index)| {
            let range = index.range();
            Term::or([
                Term::compare(Comparison::Greater, first.clone(), last.clone()),
                Term::and([
                    Term::compare(Comparison::LessEqual, range.first, first.clone()),
                    Term::compare(Comparison::LessEqual, last.clone(), range.last),
                ]),
            ])
        })
        .collect()
}

/// The words of a text, in lower case.
fn words(text: &str) -> BTreeSet<String> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_')
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect()
}

/// The name of an intrinsic function.
fn intrinsic(specification: &ast::SubprogramSpecification) -> Option<String> {
    let is_intrinsic = specification.aspects.iter().any(|aspect| {
        aspect.name.key() == "convention"
            && aspect
                .definition
                .as_ref()
                .is_some_and(|value| value.to_string().eq_ignore_ascii_case("intrinsic"))
    });
    is_intrinsic.then(|| specification.name.key())
}
