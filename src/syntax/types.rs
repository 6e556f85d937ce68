//! Types, subtype indications and constraints.

use super::ast::{
    AccessDefinition, AccessKind, AccessModifier, Actual, ArrayDefinition, ArrayIndices, Aspect,
    Association, Components, Constraint, Declaration, DeclarationKind, DiscreteRange, Discriminant,
    Discriminants, Expression, InterfaceKind, ObjectDeclaration, Range, SubtypeIndication,
    TypeDeclaration, TypeDefinition, TypeModifiers, TypeUse, Variant, VariantPart,
};
use super::reader::{Reader, Unread};
use super::tree::{Node, Nodes};

impl Reader<'_> {
    /// `type T … ;` in all its forms, also as a formal of a generic.
    pub(super) fn type_declaration(&mut self, node: Node<'_>) -> Option<TypeDeclaration> {
        let children = node.children();
        let name = self.name(node.first("identifier")?);
        let discriminants = self.discriminants(node)?;
        let is = children.position(&["is"]);
        let definition = match is {
            Some(is) => {
                let parts = children
                    .from(is + 1)
                    .until(&["aspect_specification", ";", "or"]);
                self.type_definition(node, parts)?
            }
            None => TypeDefinition::Incomplete(TypeModifiers::default()),
        };
        let default = match children.position(&["or"]) {
            Some(or) => {
                let mark = children.from(or + 2).until(&["aspect_specification", ";"]);
                Some(self.name_of(mark)?)
            }
            None => None,
        };
        let mut aspects = self.aspects(node);
        let definition = extended_in_private(definition, &mut aspects);
        Some(TypeDeclaration {
            name,
            discriminants,
            definition,
            default,
            aspects,
        })
    }

    fn discriminants(&mut self, node: Node<'_>) -> Option<Discriminants> {
        if node.has("unknown_discriminant_part") {
            return Some(Discriminants::Unknown);
        }
        let Some(part) = node.first("known_discriminant_part") else {
            return Some(Discriminants::None);
        };
        let mut found = Vec::new();
        let list = part.first("discriminant_specification_list")?;
        for specification in list.all("discriminant_specification") {
            let children = specification.children();
            let colon = children.position(&[":"])?;
            let given = children
                .from(colon + 1)
                .until(&[":=", "aspect_specification"]);
            let subtype = self.type_use(given)?;
            let default = self.child_expression(specification);
            let aspects = self.aspects(specification);
            for name in self.names(children.before(colon)) {
                found.push(Discriminant {
                    name,
                    subtype: subtype.clone(),
                    default: default.clone(),
                    aspects: aspects.clone(),
                });
            }
        }
        Some(Discriminants::Known(found))
    }

    /// What stands between `is` and the aspects.
    fn type_definition(&mut self, node: Node<'_>, parts: Nodes<'_>) -> Option<TypeDefinition> {
        let modifiers = modifiers(node);
        match node.kind() {
            "incomplete_type_declaration" | "formal_incomplete_type_declaration" => {
                return Some(TypeDefinition::Incomplete(modifiers));
            }
            "private_type_declaration" => return Some(TypeDefinition::Private(modifiers)),
            "private_extension_declaration" => return self.extension(node),
            _ => {}
        }
        if parts.first()?.kind() == "null_exclusion" {
            return self.access(parts).map(TypeDefinition::Access);
        }
        let mut definition = parts.first()?;
        if let "formal_array_type_definition"
        | "formal_interface_type_definition"
        | "formal_access_type_definition" = definition.kind()
        {
            if definition.kind() == "formal_access_type_definition" {
                return self
                    .access(definition.children())
                    .map(TypeDefinition::Access);
            }
            definition = definition.children().first()?;
        }
        self.plain_definition(definition)
    }

    fn plain_definition(&mut self, node: Node<'_>) -> Option<TypeDefinition> {
        let children = node.children();
        Some(match node.kind() {
            "signed_integer_type_definition" => {
                let (low, high) = self.bounds(children.from(1))?;
                TypeDefinition::Signed { low, high }
            }
            "modular_type_definition" => TypeDefinition::Modular(self.child_expression(node)?),
            "enumeration_type_definition" => TypeDefinition::Enumeration(
                children
                    .iter()
                    .filter(|literal| literal.is_named())
                    .map(|literal| self.name(literal))
                    .collect(),
            ),
            "floating_point_definition" => TypeDefinition::Float {
                digits: self.child_expression(node)?,
                range: self.real_range(node).ok()?,
            },
            "ordinary_fixed_point_definition" => TypeDefinition::Fixed {
                delta: self.child_expression(node)?,
                range: self.real_range(node).ok()?,
            },
            "decimal_fixed_point_definition" => {
                let mut parts = node.all("expression");
                TypeDefinition::Decimal {
                    delta: self.expression(parts.next()?),
                    digits: self.expression(parts.next()?),
                    range: self.real_range(node).ok()?,
                }
            }
            "array_type_definition" => TypeDefinition::Array(self.array(node)?),
            "record_type_definition" => {
                let record = node.first("record_definition")?;
                TypeDefinition::Record(modifiers(node), self.record(record)?)
            }
            "access_to_object_definition" | "access_to_subprogram_definition" => {
                TypeDefinition::Access(self.access(node.alone())?)
            }
            "interface_type_definition" => TypeDefinition::Interface {
                kind: match children.first()?.kind() {
                    "limited" => InterfaceKind::Limited,
                    "task" => InterfaceKind::Task,
                    "protected" => InterfaceKind::Protected,
                    "synchronized" => InterfaceKind::Synchronized,
                    _ => InterfaceKind::Plain,
                },
                parents: self.interfaces(children)?,
            },
            "formal_private_type_definition" => TypeDefinition::Private(modifiers(node)),
            "formal_derived_type_definition" if node.has("private") => self.extension(node)?,
            "derived_type_definition" | "formal_derived_type_definition" => self.derived(node)?,
            "formal_discrete_type_definition" => TypeDefinition::AnyDiscrete,
            "formal_signed_integer_type_definition" => TypeDefinition::AnySigned,
            "formal_modular_type_definition" => TypeDefinition::AnyModular,
            "formal_floating_point_definition" => TypeDefinition::AnyFloat,
            "formal_ordinary_fixed_point_definition" => TypeDefinition::AnyFixed,
            "formal_decimal_fixed_point_definition" => TypeDefinition::AnyDecimal,
            _ => return None,
        })
    }

    fn real_range(&mut self, node: Node<'_>) -> Result<Option<Range>, Unread> {
        let Some(range) = node.first("real_range_specification") else {
            return Ok(None);
        };
        let (low, high) = self.bounds(range.children().from(1)).ok_or(Unread)?;
        Ok(Some(Range::Bounds(Box::new(low), Box::new(high))))
    }

    /// `new parent and interfaces with record … end record`
    fn derived(&mut self, node: Node<'_>) -> Option<TypeDefinition> {
        let children = node.children();
        let new = children.position(&["new"])?;
        let parent = children
            .from(new + 1)
            .until(&["and", "record_extension_part"]);
        let extension = match node.first("record_extension_part") {
            Some(part) => Some(self.record(part.first("record_definition")?)?),
            None => None,
        };
        Some(TypeDefinition::Derived {
            modifiers: modifiers(node),
            parent: self.indication(parent)?,
            interfaces: self.interfaces(children.until(&["record_extension_part"]))?,
            extension,
        })
    }

    /// `new parent and interfaces with private`
    fn extension(&mut self, node: Node<'_>) -> Option<TypeDefinition> {
        let children = node.children();
        let new = children.position(&["new"])?;
        let rest = children.from(new + 1);
        Some(TypeDefinition::PrivateExtension {
            modifiers: modifiers(node),
            is_synchronized: node.has("synchronized"),
            parent: self.indication(rest.until(&["and", "with"]))?,
            interfaces: self.interfaces(rest.until(&["with"]))?,
        })
    }

    /// The names after each `and`.
    fn interfaces(&mut self, nodes: Nodes<'_>) -> Option<Vec<Expression>> {
        nodes
            .split(&["and"])
            .skip(1)
            .map(|name| self.name_of(name))
            .collect()
    }

    pub(super) fn array(&mut self, node: Node<'_>) -> Option<ArrayDefinition> {
        let children = node.children();
        let (open, of) = (children.position(&["("])?, children.last_position(&["of"])?);
        let list = children.before(of - 1).from(open + 1);
        let indices = if list.position(&["index_subtype_definition"]).is_some() {
            let definitions = node.all("index_subtype_definition");
            let marks = definitions.map(|index| self.name_of(index.children().until(&["range"])));
            ArrayIndices::Unconstrained(marks.collect::<Option<_>>()?)
        } else {
            let ranges = list.split(&[","]).map(|index| self.discrete_range(index));
            ArrayIndices::Constrained(ranges.collect::<Option<_>>()?)
        };
        let component = node.first("component_definition")?;
        let is_aliased = component.has("aliased");
        Some(ArrayDefinition {
            indices,
            is_aliased,
            component: self.type_use(component.children().from(usize::from(is_aliased)))?,
            span: self.span(node),
        })
    }

    /// `record … end record` or `null record`
    fn record(&mut self, node: Node<'_>) -> Option<Components> {
        match node.first("component_list") {
            Some(list) => self.component_list(list),
            None => Some(Components {
                items: Vec::new(),
                variants: None,
            }),
        }
    }

    fn component_list(&mut self, node: Node<'_>) -> Option<Components> {
        let mut items = Vec::new();
        let mut variants = None;
        for child in node.children().iter().filter(|child| child.is_named()) {
            match child.kind() {
                "component_declaration" => items.push(Declaration {
                    kind: DeclarationKind::Object(Box::new(self.component(child)?)),
                    span: self.span(child),
                }),
                "variant_part" => variants = Some(self.variant_part(child)?),
                _ => items.push(self.declaration(child)),
            }
        }
        Some(Components { items, variants })
    }

    fn component(&mut self, node: Node<'_>) -> Option<ObjectDeclaration> {
        let children = node.children();
        let colon = children.position(&[":"])?;
        let definition = node.first("component_definition")?;
        let is_aliased = definition.has("aliased");
        Some(ObjectDeclaration {
            names: self.names(children.before(colon)),
            is_aliased,
            is_constant: false,
            subtype: self.type_use(definition.children().from(usize::from(is_aliased)))?,
            value: self.child_expression(node),
            aspects: self.aspects(node),
        })
    }

    fn variant_part(&mut self, node: Node<'_>) -> Option<VariantPart> {
        let mut variants = Vec::new();
        for variant in node.first("variant_list")?.all("variant") {
            let list = variant.first("discrete_choice_list")?;
            variants.push(Variant {
                choices: self.choices(list)?,
                components: self.component_list(variant.first("component_list")?)?,
                span: self.span(list),
            });
        }
        Some(VariantPart {
            discriminant: self.name(node.first("identifier")?),
            variants,
        })
    }

    /// An access type: a null exclusion, then the definition.
    fn access(&mut self, nodes: Nodes<'_>) -> Option<AccessDefinition> {
        let mut excludes_null = nodes.first()?.kind() == "null_exclusion";
        let definition = nodes.last()?;
        let children = definition.children();
        excludes_null |= definition.has("null_exclusion");
        let kind = if let Some(word) = children.position(&["procedure", "function"]) {
            AccessKind::Subprogram {
                is_protected: definition.has("protected"),
                formals: self.formals(definition)?,
                result: self.result(children.from(word)).ok()?.map(Box::new),
            }
        } else {
            let word = children.position(&["access"])?;
            let mut rest = children.from(word + 1);
            let modifier = match rest.first()? {
                modifier if modifier.kind() == "general_access_modifier" => {
                    rest = rest.from(1);
                    if modifier.has("all") {
                        AccessModifier::All
                    } else {
                        AccessModifier::Constant
                    }
                }
                word if word.kind() == "constant" => {
                    rest = rest.from(1);
                    AccessModifier::Constant
                }
                _ => AccessModifier::Plain,
            };
            AccessKind::Object(modifier, self.indication(rest)?)
        };
        Some(AccessDefinition {
            excludes_null,
            kind,
            span: self.span_all(nodes),
        })
    }

    /// What gives an object, a component, a parameter or a result its type.
    pub(super) fn type_use(&mut self, nodes: Nodes<'_>) -> Option<TypeUse> {
        match nodes.first()?.kind() {
            "access_definition" => Some(TypeUse::Access(Box::new(self.access(nodes.before(1))?))),
            "array_type_definition" => Some(TypeUse::Array(Box::new(self.array(nodes.first()?)?))),
            _ => self.indication(nodes).map(TypeUse::Subtype),
        }
    }

    /// A subtype mark with its null exclusion and constraint.
    pub(super) fn indication(&mut self, nodes: Nodes<'_>) -> Option<SubtypeIndication> {
        let excludes_null = nodes.first()?.kind() == "null_exclusion";
        let rest = nodes.from(usize::from(excludes_null));
        let place = rest.position(&[
            "range_constraint",
            "digits_constraint",
            "delta_constraint",
            "index_constraint",
            "discriminant_constraint",
        ]);
        let span = self.span_all(nodes);
        let mark = rest.before(place.unwrap_or(rest.len()));
        let constraint = match place.and_then(|place| rest.get(place)) {
            Some(constraint) => Some(self.constraint(constraint)?),
            None => None,
        };
        // The grammar takes `S (1 .. 10)` for a slice.
        if let (1, Some(slice)) = (mark.len(), mark.first())
            && slice.kind() == "slice"
        {
            let parts = slice.children();
            let open = parts.last_position(&["("])?;
            let range = self.slice_range(parts, open)?;
            return Some(SubtypeIndication {
                excludes_null,
                mark: self.name_of(parts.before(open))?,
                constraint: Some(Constraint::Composite(vec![Association {
                    formal: None,
                    actual: Actual::Discrete(range),
                }])),
                span,
            });
        }
        Some(SubtypeIndication {
            excludes_null,
            mark: self.name_of(mark)?,
            constraint,
            span,
        })
    }

    fn constraint(&mut self, node: Node<'_>) -> Option<Constraint> {
        let children = node.children();
        Some(match node.kind() {
            "range_constraint" => Constraint::Range(self.range(node.first("range_g")?)?),
            "digits_constraint" | "delta_constraint" => {
                let value = self.simple(children.from(1).until(&["range_constraint"]))?;
                let range = match node.first("range_constraint") {
                    Some(range) => Some(self.range(range.first("range_g")?)?),
                    None => None,
                };
                if node.kind() == "digits_constraint" {
                    Constraint::Digits(Box::new(value), range)
                } else {
                    Constraint::Delta(Box::new(value), range)
                }
            }
            "index_constraint" => {
                let mut found = Vec::new();
                for item in children.before(children.len() - 1).from(1).split(&[","]) {
                    let actual = match self.discrete_range(item)? {
                        DiscreteRange::Subtype(mark) if mark.constraint.is_none() => {
                            Actual::Expression(mark.mark)
                        }
                        range @ (DiscreteRange::Range(_) | DiscreteRange::Subtype(_)) => {
                            Actual::Discrete(range)
                        }
                    };
                    found.push(Association {
                        formal: None,
                        actual,
                    });
                }
                Constraint::Composite(found)
            }
            _ => Constraint::Composite(self.discriminant_values(node)?),
        })
    }

    fn discriminant_values(&mut self, node: Node<'_>) -> Option<Vec<Association>> {
        let mut found = Vec::new();
        for child in node.children().iter().filter(|child| child.is_named()) {
            if child.kind() != "discriminant_association" {
                let actual = Actual::Expression(self.parenthesised(child)?);
                found.push(Association {
                    formal: None,
                    actual,
                });
                continue;
            }
            let value = self.child_expression(child)?;
            let names: Vec<_> = child
                .children()
                .until(&["=>", "expression"])
                .iter()
                .filter(|name| name.is_named())
                .map(|name| Some(self.name(name)))
                .collect();
            let names = if names.is_empty() { vec![None] } else { names };
            for formal in names {
                found.push(Association {
                    formal,
                    actual: Actual::Expression(value.clone()),
                });
            }
        }
        Some(found)
    }
}

fn modifiers(node: Node<'_>) -> TypeModifiers {
    TypeModifiers {
        is_abstract: node.has("abstract"),
        is_tagged: node.has("tagged"),
        is_limited: node.has("limited"),
    }
}

/// `new parent with private`: the grammar may take `private` for an aspect.
fn extended_in_private(definition: TypeDefinition, aspects: &mut Vec<Aspect>) -> TypeDefinition {
    let at = aspects
        .iter()
        .position(|aspect| aspect.name.key() == "private");
    match (definition, at) {
        (
            TypeDefinition::Derived {
                modifiers,
                parent,
                interfaces,
                extension: None,
            },
            Some(at),
        ) => {
            aspects.remove(at);
            TypeDefinition::PrivateExtension {
                modifiers,
                is_synchronized: false,
                parent,
                interfaces,
            }
        }
        (definition, _) => definition,
    }
}
