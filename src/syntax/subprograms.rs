//! Subprograms, their profiles and aspects.

use super::annotation::Contract;
use super::ast::{
    Aspect, DeclarationKind, Formal, FormalSubprogram, SubprogramBody, SubprogramDefault,
    SubprogramSpecification, TypeUse,
};
use super::declarations::{mode, overriding};
use super::reader::{Reader, Unread};
use super::tree::{Node, Nodes};

impl Reader<'_> {
    /// A subprogram in any of its forms.
    pub(super) fn subprogram(&mut self, node: Node<'_>) -> Option<DeclarationKind> {
        if node.kind() == "formal_subprogram_declaration" {
            let formal = self.formal_subprogram(node.children().first()?)?;
            return Some(DeclarationKind::FormalSubprogram(Box::new(formal)));
        }
        let specification = Box::new(self.specification(node)?);
        Some(match node.kind() {
            "subprogram_declaration" if node.has("abstract") => {
                DeclarationKind::AbstractSubprogram(specification)
            }
            "subprogram_declaration" => DeclarationKind::Subprogram(specification),
            "null_procedure_declaration" => DeclarationKind::NullProcedure(specification),
            "subprogram_body_stub" => DeclarationKind::SubprogramStub(specification),
            "expression_function_declaration" => {
                let is = node.children().position(&["is"])?;
                let value = node.children().get(is + 1)?;
                let value = if value.kind() == "(" {
                    self.parenthesised(node.children().get(is + 2)?)?
                } else {
                    self.aggregate(value)?
                };
                DeclarationKind::ExpressionFunction(specification, Box::new(value))
            }
            "subprogram_body" => {
                let declarations = self.declarative_part(node);
                let (statements, handlers) = self.handled(node);
                let parts = specification.parent.iter();
                let name: Vec<_> = parts.chain([&specification.name]).collect();
                self.ended(node, &name);
                DeclarationKind::SubprogramBody(Box::new(SubprogramBody {
                    specification: *specification,
                    declarations,
                    statements,
                    handlers,
                    span: self.span(node),
                }))
            }
            _ => return None,
        })
    }

    fn formal_subprogram(&mut self, node: Node<'_>) -> Option<FormalSubprogram> {
        let default = match node.first("subprogram_default") {
            None => SubprogramDefault::None,
            Some(default) if default.has("<>") => SubprogramDefault::Visible,
            Some(default) if default.has("null") => SubprogramDefault::Null,
            Some(default) => SubprogramDefault::Name(Box::new(self.name_of(default.children())?)),
        };
        Some(FormalSubprogram {
            specification: self.specification(node)?,
            is_abstract: node.has("abstract"),
            default,
        })
    }

    /// The profile of a subprogram with the aspects of its declaration.
    pub(super) fn specification(&mut self, node: Node<'_>) -> Option<SubprogramSpecification> {
        let (profile, word) = match node.first("procedure_specification") {
            Some(profile) => (profile, "procedure"),
            None => (node.first("function_specification")?, "function"),
        };
        let (parent, name) = self.unit_name(profile, word)?;
        let formals = self.formals(profile)?;
        let result = self.result(profile.children()).ok()?;
        let mut aspects = self.aspects(node);
        if let Some(is) = node.first("is") {
            let subprogram = Contract {
                name: &name.text,
                is_function: result.is_some(),
            };
            aspects.extend(self.contract(profile.end(), is.start(), &subprogram));
        }
        Some(SubprogramSpecification {
            overriding: overriding(node),
            parent,
            name,
            formals,
            result,
            aspects,
            span: self.span(profile),
        })
    }

    /// The parameters of a profile; one entry per name.
    pub(super) fn formals(&mut self, profile: Node<'_>) -> Option<Vec<Formal>> {
        let mut found = Vec::new();
        if let Some(part) = profile.first("formal_part") {
            for specification in part.all("parameter_specification") {
                found.extend(self.parameter(specification)?);
            }
        }
        Some(found)
    }

    /// `X, Y : aliased in out T := V`
    pub(super) fn parameter(&mut self, node: Node<'_>) -> Option<Vec<Formal>> {
        let children = node.children();
        let colon = children.position(&[":"])?;
        let words = children
            .from(colon + 1)
            .iter()
            .take_while(|word| matches!(word.kind(), "aliased" | "non_empty_mode"))
            .count();
        let given = children
            .from(colon + 1 + words)
            .until(&[":=", "aspect_specification", ";"]);
        let subtype = self.type_use(given)?;
        let default = self.child_expression(node);
        let aspects = self.aspects(node);
        let names = self.names(children.before(colon)).into_iter();
        let formals = names.map(|name| Formal {
            name,
            is_aliased: node.has("aliased"),
            mode: mode(node),
            subtype: subtype.clone(),
            default: default.clone(),
            aspects: aspects.clone(),
        });
        Some(formals.collect())
    }

    /// What a function returns, among the parts of its profile.
    pub(super) fn result(&mut self, parts: Nodes<'_>) -> Result<Option<TypeUse>, Unread> {
        let Some(profile) = parts.find("result_profile") else {
            return Ok(None);
        };
        let result = self.type_use(profile.children().from(1));
        result.map(Some).ok_or(Unread)
    }

    /// The aspects of a declaration.
    pub(super) fn aspects(&mut self, node: Node<'_>) -> Vec<Aspect> {
        let list = node
            .first("aspect_specification")
            .and_then(|aspects| aspects.first("aspect_mark_list"));
        let mut found = Vec::new();
        for association in list.iter().flat_map(|list| list.all("aspect_association")) {
            let aspect = self.or_report(association, |this| this.aspect(association));
            found.extend(aspect);
        }
        found
    }

    fn aspect(&mut self, node: Node<'_>) -> Option<Aspect> {
        if node.has("global_aspect_definition") {
            return None;
        }
        Some(Aspect {
            name: self.name_as_written(node.first("identifier")?),
            is_classwide: node.has("tick"),
            definition: self.child_expression(node),
        })
    }
}
