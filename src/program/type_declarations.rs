//! Declarations of types and subtypes.

use std::sync::Arc;

use num_bigint::BigInt;

use super::composite_types::counted;
use super::elaborator::Elaborator;
use super::entity::EntityKind;
use super::inheritance::Extension;
use super::interval::Interval;
use super::standard::TRUTH_VALUES;
use super::typed::Statement;
use super::types::{
    ACCESS, Constraint, Discrete, Range, Subtype, Type, TypeArithmetic, TypeKind, base_width,
    signed_interval,
};
use crate::source::Span;
use crate::syntax::ast::{self, TypeDefinition};

/// What evaluating a declaration does.
pub(super) type Found = Vec<Statement>;

impl Elaborator {
    /// `type T is …;`
    pub(super) fn type_declaration(
        &mut self,
        declaration: &ast::TypeDeclaration,
        found: &mut Found,
    ) {
        let name = &declaration.name;
        match &declaration.definition {
            TypeDefinition::Private(_)
            | TypeDefinition::PrivateExtension { .. }
            | TypeDefinition::Incomplete(_) => {
                if self.incomplete_here(name).is_some() {
                    return;
                }
                let mut base = Type::incomplete(self.new_type_id(), &name.text);
                base.is_private = matches!(
                    declaration.definition,
                    TypeDefinition::Private(_) | TypeDefinition::PrivateExtension { .. }
                );
                let parent = match &declaration.definition {
                    TypeDefinition::PrivateExtension { parent, .. } => {
                        self.subtype_mark(&parent.mark)
                    }
                    _ => None,
                };
                if let Some(parent) = &parent {
                    base.derive_from(&parent.base);
                }
                let parent_id = parent.as_ref().map(|parent| parent.base.id);
                self.note_volatile(base.id, &declaration.aspects, parent_id);
                let mut subtype = Subtype::of(&Arc::new(base));
                self.type_predicates(&mut subtype, &declaration.aspects, &name.text);
                self.note_type(&subtype.base);
                self.declare(name, EntityKind::Subtype(subtype.clone()));
                if let Some(parent) = parent {
                    self.inherit(&parent.base, &subtype, Extension::Hidden);
                }
                return;
            }
            _ => {}
        }
        let known = self.incomplete_here(name);
        let id = match &known {
            Some((_, subtype)) => subtype.base.id,
            None => self.new_type_id(),
        };
        let made = self.definition(declaration, id, found);
        let Some((kind, constraint, parent)) = made else {
            match known {
                Some((_, subtype)) => {
                    subtype.base.complete(TypeKind::Lost(super::types::UNREAD));
                }
                None => {
                    self.declare(name, EntityKind::Error);
                }
            }
            return;
        };
        let base = if let Some((_, subtype)) = &known {
            subtype.base.complete_from(kind, parent.as_ref());
            Arc::clone(&subtype.base)
        } else {
            let mut base = Type::new(id, &name.text, kind);
            if let Some(parent) = &parent {
                base.derive_from(&parent.base);
                base.views.extend(self.view_of_derived(&parent.base));
            }
            Arc::new(base)
        };
        let mut subtype = Subtype {
            constraint,
            ..Subtype::of(&base)
        };
        if let Some(parent) = &parent {
            base.inherit_representation(&parent.base);
        }
        let parent_id = parent.as_ref().map(|parent| parent.base.id);
        self.note_volatile(base.id, &declaration.aspects, parent_id);
        let inherited_from = parent.as_ref().map(|parent| Arc::clone(&parent.base));
        // A derived type inherits the predicates of its parent subtype.
        let inherited = parent.into_iter().flat_map(|parent| parent.predicates);
        subtype.predicates.extend(inherited);
        if let Some((_, partial)) = &known {
            let partial = partial.predicates.iter().cloned();
            subtype.predicates.extend(partial);
        }
        self.type_predicates(&mut subtype, &declaration.aspects, &name.text);
        if let Some(parent) = inherited_from {
            base.inherit_default(&parent);
        }
        self.access_target(&base, declaration);
        let first = subtype.clone();
        if let Some((entity, _)) = known {
            base.set_first(&subtype);
            self.entities[entity.0 as usize].kind = EntityKind::Subtype(subtype);
        } else {
            self.note_type(&base);
            self.declare(name, EntityKind::Subtype(subtype));
        }
        if let TypeDefinition::Enumeration(literals) = &declaration.definition {
            for (position, literal) in literals.iter().enumerate() {
                let kind = EntityKind::Literal(position.into(), Arc::clone(&base));
                self.declare(literal, kind);
            }
        }
        self.inherit_from_parent(declaration, &first);
    }

    /// What a derived type has from its parent: literals and subprograms.
    fn inherit_from_parent(&mut self, declaration: &ast::TypeDeclaration, first: &Subtype) {
        let TypeDefinition::Derived {
            parent,
            extension,
            interfaces,
            ..
        } = &declaration.definition
        else {
            return;
        };
        let name = &declaration.name;
        self.derived_literals(&first.base, name.span);
        let more = match extension {
            Some(added) if !added.items.is_empty() || added.variants.is_some() => {
                Extension::Components
            }
            Some(_) | None => Extension::Nothing,
        };
        let Some(parent) = self.subtype_mark(&parent.mark) else {
            return;
        };
        self.unjudged_heritage(name, &first.base, &parent.base, interfaces);
        if !self.has_inherited(&first.base) {
            self.inherit(&parent.base, first, more);
        }
    }

    fn access_target(&mut self, base: &Arc<Type>, declaration: &ast::TypeDeclaration) {
        if let TypeDefinition::Access(definition) = &declaration.definition
            && let ast::AccessKind::Object(_, indication) = &definition.kind
        {
            let known = self.diagnostics.len();
            let mistake = self.frame.mistake.clone();
            if let Some(subtype) = self.subtype_mark(&indication.mark) {
                base.set_designated(subtype);
            }
            // What it leads to is lost anyway.
            self.diagnostics.truncate(known);
            self.frame.mistake = mistake;
        }
    }

    /// A derived enumeration has literals of its own.
    fn derived_literals(&mut self, base: &Arc<Type>, span: Span) {
        let literals = match base.discrete() {
            Some(discrete) => Arc::clone(&discrete.literals),
            None if base.is_boolean() => Arc::new(TRUTH_VALUES.map(str::to_owned).to_vec()),
            None => return,
        };
        let region = self.here();
        for (position, literal) in literals.iter().enumerate() {
            let kind = EntityKind::Literal(position.into(), Arc::clone(base));
            let span = self.literal_place(base, position).unwrap_or(span);
            self.declare_in(region, literal, span, kind);
        }
    }

    /// Where the literal of a derived enumeration is written, if somebody wants to know.
    fn literal_place(&self, base: &Type, position: usize) -> Option<Span> {
        self.references.as_ref()?;
        let found = self.entities.iter().find(|entity| match &entity.kind {
            EntityKind::Literal(found, other) => {
                *found == BigInt::from(position) && other.root() == base.root()
            }
            _ => false,
        });
        found.map(|entity| entity.span)
    }

    /// A type of that name in the package around that waits for its full declaration.
    fn incomplete_here(&self, name: &ast::Name) -> Option<(super::entity::EntityId, Subtype)> {
        self.scopes.iter().rev().take(2).find_map(|scope| {
            let known = self.region(*scope).names.get(&name.key())?;
            known.iter().find_map(|id| match &self.entity(*id).kind {
                EntityKind::Subtype(subtype) if !subtype.base.is_complete() => {
                    Some((*id, subtype.clone()))
                }
                _ => None,
            })
        })
    }

    /// What a definition makes: the kind, the constraint of the first subtype, and the parent of a
    /// derived type.
    #[allow(clippy::too_many_lines)] // one arm per kind of definition
    fn definition(
        &mut self,
        declaration: &ast::TypeDeclaration,
        id: u32,
        found: &mut Found,
    ) -> Option<(TypeKind, Constraint, Option<Subtype>)> {
        let name = &declaration.name;
        match &declaration.definition {
            TypeDefinition::Signed { low, high } => {
                let (first, last) = (self.any_static(low), self.any_static(high));
                let (first, last) = (first?, last?);
                let Some(bits) = base_width(&first, &last) else {
                    self.error(
                        low.span.to(high.span),
                        "no integer type holds this range",
                        "use at most 128 bits",
                    );
                    return None;
                };
                let kind = TypeKind::Discrete(Discrete {
                    base_name: format!("{}'Base", name.text),
                    base: signed_interval(bits),
                    arithmetic: TypeArithmetic::Checked,
                    literals: Arc::default(),
                });
                let range = Range::fixed(Interval::new(first, last));
                Some((kind, Constraint::Range(range), None))
            }
            TypeDefinition::Modular(modulus) => {
                let count = self.any_static(modulus)?;
                if count < BigInt::from(1) || count > BigInt::from(1) << 128 {
                    self.error(
                        modulus.span,
                        format!("{count} is no modulus"),
                        "use a number from 1 to 2 ** 128",
                    );
                    return None;
                }
                Some((
                    counted(&name.text, count, TypeArithmetic::Wrapping, Arc::default()),
                    Constraint::None,
                    None,
                ))
            }
            TypeDefinition::Enumeration(literals) => {
                let texts: Vec<String> = literals.iter().map(|name| name.text.clone()).collect();
                let kind = counted(
                    &name.text,
                    literals.len().into(),
                    TypeArithmetic::None,
                    Arc::new(texts),
                );
                Some((kind, Constraint::None, None))
            }
            TypeDefinition::Float { .. } => Some((
                TypeKind::Lost("floating-point type"),
                Constraint::None,
                None,
            )),
            TypeDefinition::Fixed { .. } | TypeDefinition::Decimal { .. } => {
                Some((TypeKind::Lost("fixed-point type"), Constraint::None, None))
            }
            TypeDefinition::Array(definition) => {
                let (array, constraint) = self.array_definition(definition, found)?;
                Some((TypeKind::Array(array), constraint, None))
            }
            TypeDefinition::Record(modifiers, components) => {
                if modifiers.is_tagged {
                    // Tagged types are records as long as nobody dispatches.
                    self.gap(name.span, "tag of a tagged type");
                }
                let record = self.record_definition(
                    id,
                    &declaration.discriminants,
                    Some(components),
                    None,
                    found,
                )?;
                Some((TypeKind::Record(Arc::new(record)), Constraint::None, None))
            }
            TypeDefinition::Access(_) => Some((TypeKind::Lost(ACCESS), Constraint::None, None)),
            TypeDefinition::Derived {
                parent, extension, ..
            } => {
                if let ast::Discriminants::Known(_) = declaration.discriminants {
                    // They replace the parent's, or do not come first, as discriminants do elsewhere.
                    let what = match extension {
                        Some(_) => "type extension with discriminants",
                        None => "derived type with discriminants",
                    };
                    return Some((TypeKind::Lost(what), Constraint::None, None));
                }
                let parent = self.indication(parent, found)?;
                if let Some(extension) = extension {
                    let Some(base) = parent.base.record().cloned() else {
                        return Some((TypeKind::Lost("tagged type"), Constraint::None, None));
                    };
                    let record = self.record_definition(
                        id,
                        &declaration.discriminants,
                        Some(extension),
                        Some(&base),
                        found,
                    )?;
                    let kind = TypeKind::Record(Arc::new(record));
                    return Some((kind, parent.constraint.clone(), Some(parent)));
                }
                let kind = match parent.base.kind() {
                    TypeKind::Discrete(discrete) => TypeKind::Discrete(Discrete {
                        base_name: if discrete.arithmetic == TypeArithmetic::Checked {
                            format!("{}'Base", name.text)
                        } else {
                            name.text.clone()
                        },
                        ..discrete.clone()
                    }),
                    other => other.clone(),
                };
                Some((kind, parent.constraint.clone(), Some(parent)))
            }
            TypeDefinition::Interface { .. } => {
                Some((TypeKind::Lost("interface type"), Constraint::None, None))
            }
            TypeDefinition::AnyDiscrete
            | TypeDefinition::AnySigned
            | TypeDefinition::AnyModular
            | TypeDefinition::AnyFloat
            | TypeDefinition::AnyFixed
            | TypeDefinition::AnyDecimal
            | TypeDefinition::Private(_)
            | TypeDefinition::PrivateExtension { .. }
            | TypeDefinition::Incomplete(_) => {
                Some((TypeKind::Lost("formal type"), Constraint::None, None))
            }
        }
    }

    /// A static integer of any type.
    pub(super) fn any_static(&mut self, expression: &ast::Expression) -> Option<BigInt> {
        let typed = self.expression(expression, None);
        let value = typed.static_integer().cloned();
        if value.is_none() && !typed.is_error() {
            self.not_static(expression);
        }
        value
    }
}
