//! Subprograms: profiles and bodies.

use std::collections::BTreeSet;

use super::discriminants::{discriminant_facts, discriminant_variables, fixed_variables};
use super::elaborator::Elaborator;
use super::entity::EntityKind;
use super::frame::{Binding, BodyState, Declared, Frame, Overridden, Parameter, Trees, Writes};
use super::objects::bound_variables;
use super::storage::described;
use super::typed::{Body, Formal, Mode, Subprogram, SubprogramId};
use super::types::Subtype;
use crate::logic::{Comparison, Term};
use crate::syntax::ast;

impl Elaborator {
    /// Declares a subprogram without its contract.
    pub(super) fn declare_subprogram(
        &mut self,
        specification: &ast::SubprogramSpecification,
    ) -> SubprogramId {
        let (parameters, result) = self.profile(specification);
        let name = &specification.name;
        let overrides = self.overridden(name, &parameters);
        let id = self.new_subprogram(name, parameters, result);
        let declared = &mut self.subprograms[id.0 as usize];
        declared.overrides = overrides;
        if overrides != Overridden::Nothing || has_heirs_contract(specification) {
            declared.binding = Binding::Heirs;
        }
        declared.intrinsic = intrinsic(specification);
        if specification
            .aspects
            .iter()
            .any(|aspect| aspect.name.key() == "import")
        {
            declared.state = BodyState::Foreign;
        }
        self.declare(name, EntityKind::Subprogram(id));
        self.note_primitive(name, id);
        id
    }

    pub(super) fn profile(
        &mut self,
        specification: &ast::SubprogramSpecification,
    ) -> (Vec<Parameter>, Option<Subtype>) {
        let mut parameters = Vec::new();
        let mut found = Vec::new();
        for formal in &specification.formals {
            let subtype = self.type_use(&formal.subtype, &mut found);
            let subtype = subtype.unwrap_or_else(|| self.unread_type());
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
            let subtype = self.type_use(result, &mut found);
            subtype.unwrap_or_else(|| self.unread_type())
        });
        (parameters, result)
    }

    /// A type whose declaration or name is wrong: nothing is known of its values.
    fn unread_type(&mut self) -> Subtype {
        let kind = super::types::TypeKind::Lost(super::types::UNREAD);
        Subtype::of(&self.new_type("?", kind))
    }

    pub(super) fn new_subprogram(
        &mut self,
        name: &ast::Name,
        parameters: Vec<Parameter>,
        result: Option<Subtype>,
    ) -> SubprogramId {
        let id = SubprogramId(u32::try_from(self.subprograms.len()).unwrap_or(u32::MAX));
        let plain = format!("{}{}", self.prefix(), name.text);
        let full_name = super::frame::unused_name(&mut self.subprogram_names, &plain);
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
                guarantees: Vec::new(),
                precondition: None,
                snapshots: Vec::new(),
                postcondition: None,
                body: Body::Absent {
                    changes: Vec::new(),
                },
                returns: None,
                is_stranded: false,
                is_uncalled: false,
                span: name.span,
                body_span: None,
            },
            parameters,
            result,
            trees: None,
            state: BodyState::Missing,
            is_visible: self.is_visible && parent.is_none(),
            is_boundary: self.is_in_visible_part && !self.is_local,
            guarantees: Vec::new(),
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
            writes: Writes::Mentioned,
            renames: None,
            inherits: None,
            binding: Binding::Itself,
            overrides: Overridden::Nothing,
            heritage: Vec::new(),
        });
        // In the specification of a package, types may still have to be completed.
        if parent.is_some() && self.specifications == 0 {
            self.trees(id);
        }
        id
    }

    /// Reports contracts that should stand at the declaration.
    fn no_contract_at_body(&mut self, specification: &ast::SubprogramSpecification) {
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
            declared.parameters.len() == parameters.len()
                && declared.result.is_some() == result.is_some()
                && declared.parameters.iter().zip(&parameters).all(|(a, b)| {
                    same(&a.subtype, &b.subtype)
                        && a.mode == b.mode
                        && a.name.eq_ignore_ascii_case(&b.name)
                        && a.subtype.describe() == b.subtype.describe()
                })
                // Types of which nothing is known are told apart by their names.
                && declared.result.iter().zip(&result).all(|(a, b)| {
                    a.base.id == b.base.id || same(a, b) && a.describe() == b.describe()
                })
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
            self.no_contract_at_body(specification);
            return *id;
        }
        // Other types make another subprogram of the same name, whose body may come first.
        let is_unclear = self.is_lenient || self.diagnostics.len() > known;
        let is_meant = |declared: &Declared| {
            declared.parameters.len() == parameters.len()
                && (is_unclear || is_homograph(declared, &parameters, result.as_ref()))
        };
        if let [only] = candidates.as_slice()
            && is_meant(&self.subprograms[only.0 as usize])
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
            // Where mistakes are forgiven, this body is not: it may be another's.
            self.subprograms[only.0 as usize]
                .frame
                .mistake
                .clone_from(&self.frame.mistake);
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
        let is_nested = declared.parent.is_some() && declared.parent == self.frame.id;
        if is_nested {
            frame.used.extend(self.frame.used.iter().cloned());
        }
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
            let tree = self.variables(&whole, &subtype, &[], &mut |_, name, sort, leaf, parts| {
                let variable = frame.variable(name, sort);
                objects.push(described(&variable, Some(leaf), parts, parameter.span));
                variable
            });
            let bounds = bound_variables(&tree);
            let fixed = fixed_variables(&tree, &subtype);
            let discriminants = discriminant_variables(&tree, &subtype.base);
            facts.extend(bound_facts(&tree, &subtype));
            facts.extend(discriminant_facts(&tree, &subtype, 0));
            let hidden = self.hidden_variables(&subtype, &tree);
            let is_composite = !subtype.is_scalar();
            for mut object in objects {
                object.bounds = tree.bounds_of_leaf(&object.variable).unwrap_or_default();
                let is_bound =
                    bounds.contains(&object.variable) || fixed.contains(&object.variable);
                let is_set = is_bound || discriminants.contains(&object.variable);
                let mode = match parameter.mode {
                    _ if is_bound => Mode::In,
                    // What is not set keeps its value: composites go by reference.
                    Mode::Out if is_composite => Mode::InOut,
                    mode => mode,
                };
                if is_bound || parameter.mode == Mode::In {
                    frame.stable.insert(object.variable.clone());
                } else if parameter.mode == Mode::Out && !is_set {
                    frame.unset.insert(object.variable.clone());
                }
                formals.push(Formal {
                    is_hidden: hidden.contains(&object.variable),
                    object,
                    mode,
                    is_lifted: false,
                    is_unset: parameter.mode == Mode::Out && !is_set,
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
            self.variables(&whole, result, &[], &mut |_, name, sort, subtype, parts| {
                let variable = frame.variable(name, sort);
                formals.push(Formal {
                    object: described(&variable, Some(subtype), parts, span),
                    mode: Mode::Out,
                    is_hidden: false,
                    is_lifted: false,
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
        if is_nested {
            self.frame.used.extend(frame.used.iter().cloned());
        }
        let declared = &mut self.subprograms[id.0 as usize];
        declared.frame = frame;
        declared.parameters = parameters;
        declared.result = result;
        declared.subprogram.formals = formals;
        declared.subprogram.facts = facts;
        declared.trees = Some(found.clone());
        found
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

/// Whether a contract is one of all that override the subprogram, too.
fn has_heirs_contract(specification: &ast::SubprogramSpecification) -> bool {
    let mut aspects = specification.aspects.iter();
    aspects.any(|aspect| {
        let name = aspect.name.key();
        aspect.is_classwide && (name.starts_with("pre") || name.starts_with("post"))
    })
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

/// Whether two subtypes are of one type, as far as that is known.
fn same(a: &Subtype, b: &Subtype) -> bool {
    a.base.id == b.base.id || a.base.lost().is_some() && b.base.lost().is_some()
}

/// Whether a profile of as many parameters has the same types.
fn is_homograph(declared: &Declared, parameters: &[Parameter], result: Option<&Subtype>) -> bool {
    let mut pairs = declared.parameters.iter().zip(parameters);
    pairs.all(|(a, b)| same(&a.subtype, &b.subtype))
        && match (&declared.result, result) {
            (Some(a), Some(b)) => same(a, b),
            (a, b) => a.is_none() && b.is_none(),
        }
}
