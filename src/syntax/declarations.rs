//! Declarations other than types and subprograms.

use super::annotation::Contract;
use super::ast::{
    Actual, Association, Declaration, DeclarationKind, Expression, ExpressionKind, FormalPackage,
    Generic, Instantiation, InstantiationKind, Mode, Name, ObjectDeclaration, PackageBody,
    PackageSpecification, Pragma, Renaming, RenamingKind, UseClause, UseKind,
};
use super::reader::Reader;
use super::tree::{Node, Nodes};

impl Reader<'_> {
    /// The declarations and clauses between two places.
    pub(super) fn declarations(
        &mut self,
        nodes: Nodes<'_>,
        from: usize,
        to: usize,
    ) -> Vec<Declaration> {
        let mut found = Vec::new();
        let mut last = from;
        for node in nodes.iter() {
            if let Some(declaration) = found.last_mut() {
                self.contract_after(declaration, last, node.start());
            }
            self.declared_clauses(last, node.start(), &mut found);
            if node.kind() == "formal_object_declaration" {
                let formals = self.or_report(node, |this| this.formal_objects(node));
                found.extend(formals.unwrap_or_default());
            } else {
                found.push(self.declaration(node));
            }
            last = node.end();
        }
        if let Some(declaration) = found.last_mut() {
            self.contract_after(declaration, last, to);
        }
        self.declared_clauses(last, to, &mut found);
        found
    }

    /// Adds to a subprogram the SPARK 2005 contract that follows its declaration.
    pub(super) fn contract_after(&mut self, declaration: &mut Declaration, from: usize, to: usize) {
        if let DeclarationKind::Subprogram(specification) = &mut declaration.kind {
            let subprogram = Contract {
                name: &specification.name.text,
                is_function: specification.result.is_some(),
            };
            let aspects = self.contract(from, to, &subprogram);
            specification.aspects.extend(aspects);
        }
    }

    fn declared_clauses(&mut self, from: usize, to: usize, found: &mut Vec<Declaration>) {
        found.extend(
            self.clauses(from, to)
                .into_iter()
                .map(|clause| Declaration {
                    span: clause.span,
                    kind: DeclarationKind::Clause(clause),
                }),
        );
    }

    /// What stands between `is` or `declare` and `begin` or the last `end` of a body.
    pub(super) fn declarative_part(&mut self, node: Node<'_>) -> Vec<Declaration> {
        let children = node.children();
        let open = children
            .position(&["is", "declare"])
            .and_then(|at| children.get(at));
        let close = children
            .position(&["begin"])
            .or_else(|| children.last_position(&["end"]))
            .and_then(|at| children.get(at));
        let (Some(open), Some(close)) = (open, close) else {
            return Vec::new();
        };
        if open.start() > close.start() {
            return Vec::new();
        }
        let part = node.first("non_empty_declarative_part");
        let items = part.map_or(children.before(0), Node::children);
        self.declarations(items, open.end(), close.start())
    }

    /// Any declaration.
    pub(super) fn declaration(&mut self, node: Node<'_>) -> Declaration {
        let kind = self
            .or_report(node, |this| this.declaration_kind(node))
            .unwrap_or(DeclarationKind::Error);
        Declaration {
            kind,
            span: self.span(node),
        }
    }

    fn declaration_kind(&mut self, node: Node<'_>) -> Option<DeclarationKind> {
        let inner = node.children().first()?;
        Some(match node.kind() {
            "object_declaration" => match inner.kind() {
                "single_task_declaration" | "single_protected_declaration" => {
                    DeclarationKind::Opaque(self.opaque(inner, "tasking"))
                }
                _ => DeclarationKind::Object(Box::new(self.object(node)?)),
            },
            "number_declaration" => DeclarationKind::Number {
                names: self.names(node.children().until(&[":"])),
                value: self.child_expression(node)?,
            },
            "exception_declaration" => DeclarationKind::Exception {
                names: self.names(node.children().until(&[":"])),
                aspects: self.aspects(node),
            },
            "full_type_declaration" => match inner.kind() {
                "task_type_declaration" | "protected_type_declaration" => {
                    DeclarationKind::Opaque(self.opaque(inner, "tasking"))
                }
                _ => DeclarationKind::Type(Box::new(self.type_declaration(node)?)),
            },
            "incomplete_type_declaration"
            | "private_type_declaration"
            | "private_extension_declaration"
            | "formal_complete_type_declaration"
            | "formal_incomplete_type_declaration" => {
                DeclarationKind::Type(Box::new(self.type_declaration(node)?))
            }
            "subtype_declaration" => self.subtype(node)?,
            "package_declaration" => DeclarationKind::Package(Box::new(self.package(node)?)),
            "package_body" => DeclarationKind::PackageBody(Box::new(self.package_body(node)?)),
            "generic_package_declaration" | "generic_subprogram_declaration" => {
                DeclarationKind::Generic(Box::new(self.generic(node)?))
            }
            "generic_instantiation" => {
                DeclarationKind::Instantiation(Box::new(self.instantiation(node)?))
            }
            "formal_package_declaration" => {
                DeclarationKind::FormalPackage(Box::new(self.formal_package(node)?))
            }
            "use_clause" => DeclarationKind::Use(self.use_clause(node)?),
            "attribute_definition_clause" => self.attribute_clause(node)?,
            "enumeration_representation_clause" => match self.enumeration_clause(node) {
                Some(clause) => clause,
                None => DeclarationKind::Opaque(self.opaque(node, "a representation clause")),
            },
            "at_clause" | "record_representation_clause" => {
                DeclarationKind::Opaque(self.opaque(node, "a representation clause"))
            }
            "pragma_g" => DeclarationKind::Pragma(self.pragma(node)?),
            "body_stub" => match inner.kind() {
                "package_body_stub" => DeclarationKind::PackageStub {
                    name: self.name(inner.first("identifier")?),
                    aspects: self.aspects(inner),
                },
                "subprogram_body_stub" => return self.subprogram(inner),
                _ => DeclarationKind::Opaque(self.opaque(inner, "tasking")),
            },
            "task_body" | "protected_body" | "entry_declaration" | "entry_body" => {
                DeclarationKind::Opaque(self.opaque(node, "tasking"))
            }
            "object_renaming_declaration"
            | "exception_renaming_declaration"
            | "package_renaming_declaration"
            | "generic_renaming_declaration"
            | "subprogram_renaming_declaration" => {
                DeclarationKind::Renaming(Box::new(self.renaming(node)?))
            }
            _ => return self.subprogram(node),
        })
    }

    /// `X, Y : aliased constant T := V with …;`, also in an extended return.
    pub(super) fn object(&mut self, node: Node<'_>) -> Option<ObjectDeclaration> {
        let children = node.children();
        let colon = children.position(&[":"])?;
        let words = children
            .from(colon + 1)
            .iter()
            .take_while(|word| matches!(word.kind(), "aliased" | "constant"))
            .count();
        let given = children
            .from(colon + 1 + words)
            .until(&[":=", "aspect_specification", ";"]);
        Some(ObjectDeclaration {
            names: self.names(children.before(colon)),
            is_aliased: node.has("aliased"),
            is_constant: node.has("constant"),
            subtype: self.type_use(given)?,
            value: self.child_expression(node),
            aspects: self.aspects(node),
        })
    }

    fn subtype(&mut self, node: Node<'_>) -> Option<DeclarationKind> {
        let children = node.children();
        let is = children.position(&["is"])?;
        let given = children.from(is + 1).until(&["aspect_specification", ";"]);
        Some(DeclarationKind::Subtype {
            name: self.name(node.first("identifier")?),
            indication: self.indication(given)?,
            aspects: self.aspects(node),
        })
    }

    fn package(&mut self, node: Node<'_>) -> Option<PackageSpecification> {
        let (parent, name) = self.unit_name(node, "package")?;
        let parts: Vec<&Name> = parent.iter().chain([&name]).collect();
        self.ended(node, &parts);
        let children = node.children();
        let is = children.position(&["is"])?;
        let close = children.last_position(&["end"])?;
        let private = children.position(&["private"]).unwrap_or(close);
        let aspects = self.aspects(node);
        let (is_node, private_node) = (children.get(is)?, children.get(private)?);
        let visible = self.declarations(
            children.before(private).from(is + 1),
            is_node.end(),
            private_node.start(),
        );
        let hidden = if private < close {
            self.declarations(
                children.before(close).from(private + 1),
                private_node.end(),
                children.get(close)?.start(),
            )
        } else {
            Vec::new()
        };
        Some(PackageSpecification {
            parent,
            name,
            aspects,
            visible,
            private: hidden,
        })
    }

    fn package_body(&mut self, node: Node<'_>) -> Option<PackageBody> {
        let (parent, name) = self.unit_name(node, "body")?;
        let parts: Vec<&Name> = parent.iter().chain([&name]).collect();
        self.ended(node, &parts);
        let aspects = self.aspects(node);
        let declarations = self.declarative_part(node);
        let (statements, handlers) = self.handled(node);
        Some(PackageBody {
            parent,
            name,
            aspects,
            declarations,
            statements,
            handlers,
        })
    }

    /// The name after a word: the parent's parts and the last.
    pub(super) fn unit_name(
        &mut self,
        node: Node<'_>,
        word: &'static str,
    ) -> Option<(Vec<Name>, Name)> {
        let children = node.children();
        let at = children.position(&[word])?;
        let mut parts = self.expanded_name(children.from(at + 1).before(1))?;
        let name = parts.pop()?;
        Some((parts, name))
    }

    fn generic(&mut self, node: Node<'_>) -> Option<Generic> {
        let part = node.first("generic_formal_part")?;
        let items = part.children().from(1);
        let start = part.children().first()?.end();
        let (formals, declaration) = if let Some(package) = node.first("package_declaration") {
            let formals = self.declarations(items, start, package.start());
            (formals, self.declaration(package))
        } else {
            let profile = node.children().get(1)?;
            let formals = self.declarations(items, start, profile.start());
            let specification = self.specification(node)?;
            let declaration = Declaration {
                kind: DeclarationKind::Subprogram(Box::new(specification)),
                span: self.span_of(profile.start(), node.end()),
            };
            (formals, declaration)
        };
        Some(Generic {
            formals,
            declaration,
        })
    }

    /// `N, M : in T := V;`, one entry per name.
    fn formal_objects(&mut self, node: Node<'_>) -> Option<Vec<Declaration>> {
        let span = self.span(node);
        let formals = self.parameter(node)?.into_iter();
        let declarations = formals.map(|formal| Declaration {
            kind: DeclarationKind::FormalObject(Box::new(formal)),
            span,
        });
        Some(declarations.collect())
    }

    fn instantiation(&mut self, node: Node<'_>) -> Option<Instantiation> {
        let (kind, word) = match node {
            _ if node.has("package") => (InstantiationKind::Package, "package"),
            _ if node.has("procedure") => (InstantiationKind::Procedure, "procedure"),
            _ => (InstantiationKind::Function, "function"),
        };
        let (parent, name) = self.unit_name(node, word)?;
        let (generic, arguments) = self.generic_use(node)?;
        Some(Instantiation {
            kind,
            overriding: overriding(node),
            parent,
            name,
            generic,
            arguments,
            aspects: self.aspects(node),
        })
    }

    fn formal_package(&mut self, node: Node<'_>) -> Option<FormalPackage> {
        let (generic, arguments) = self.generic_use(node)?;
        Some(FormalPackage {
            name: self.name(node.first("identifier")?),
            generic,
            arguments,
            aspects: self.aspects(node),
        })
    }

    /// `new G (arguments)`
    fn generic_use(&mut self, node: Node<'_>) -> Option<(Expression, Vec<Association>)> {
        let children = node.children();
        let new = children.position(&["new"])?;
        let used = children.from(new + 1).until(&["aspect_specification", ";"]);
        let used = self.name_of(used)?;
        Some(
            if let ExpressionKind::Call(generic, arguments) = used.kind {
                (*generic, arguments)
            } else {
                (used, Vec::new())
            },
        )
    }

    pub(super) fn use_clause(&mut self, node: Node<'_>) -> Option<UseClause> {
        let children = node.children();
        let kind = match node {
            _ if node.has("all") => UseKind::AllType,
            _ if node.has("type") => UseKind::Type,
            _ => UseKind::Package,
        };
        let words = match kind {
            UseKind::Package => 1,
            UseKind::Type => 2,
            UseKind::AllType => 3,
        };
        let names = children.from(words).until(&[";"]);
        let names = names.split(&[","]).map(|name| self.name_of(name));
        Some(UseClause {
            kind,
            names: names.collect::<Option<_>>()?,
            span: self.span(node),
        })
    }

    fn attribute_clause(&mut self, node: Node<'_>) -> Option<DeclarationKind> {
        let children = node.children();
        let attribute = children.from(1).until(&["use"]);
        Some(DeclarationKind::AttributeClause {
            attribute: self.name_of(attribute)?,
            value: self.child_expression(node)?,
        })
    }

    fn enumeration_clause(&mut self, node: Node<'_>) -> Option<DeclarationKind> {
        let mark = node.children().from(1).until(&["use"]);
        let values = node.first("enumeration_aggregate")?.children().first()?;
        Some(DeclarationKind::AttributeClause {
            attribute: self.name_of(mark)?,
            value: self.aggregate(values)?,
        })
    }

    fn renaming(&mut self, node: Node<'_>) -> Option<Renaming> {
        let children = node.children();
        let word = children.position(&["renames"])?;
        let renamed = children
            .from(word + 1)
            .until(&["aspect_specification", ";"]);
        let renamed = self.name_of(renamed)?;
        let name = children.before(word);
        let kind = match node.kind() {
            "object_renaming_declaration" => {
                let subtype = match name.position(&[":"]) {
                    Some(colon) => Some(self.type_use(name.from(colon + 1))?),
                    None => None,
                };
                RenamingKind::Object(self.name(name.first()?), subtype)
            }
            "exception_renaming_declaration" => RenamingKind::Exception(self.name(name.first()?)),
            "package_renaming_declaration" => {
                RenamingKind::Package(self.expanded_name(name.from(1))?)
            }
            "generic_renaming_declaration" => {
                let kind = match name.get(1)?.kind() {
                    "package" => InstantiationKind::Package,
                    "procedure" => InstantiationKind::Procedure,
                    _ => InstantiationKind::Function,
                };
                RenamingKind::Generic(kind, self.expanded_name(name.from(2))?)
            }
            _ => {
                let specification = self.specification(node)?;
                return Some(Renaming {
                    kind: RenamingKind::Subprogram(Box::new(specification)),
                    renamed,
                    aspects: Vec::new(),
                });
            }
        };
        Some(Renaming {
            kind,
            renamed,
            aspects: self.aspects(node),
        })
    }

    pub(super) fn pragma(&mut self, node: Node<'_>) -> Option<Pragma> {
        let name = self.name_as_written(node.first("identifier")?);
        let mut arguments = Vec::new();
        for child in node
            .children()
            .iter()
            .skip(2)
            .filter(|child| child.is_named())
        {
            if child.kind() != "pragma_argument_association" {
                let actual = Actual::Expression(self.parenthesised(child)?);
                arguments.push(Association {
                    formal: None,
                    actual,
                });
                continue;
            }
            let formal = if child.has("=>") {
                let mut formal = self.name_as_written(child.first("identifier")?);
                if child.has("tick") {
                    formal.text.push_str("'Class");
                }
                Some(formal)
            } else {
                None
            };
            arguments.push(Association {
                formal,
                actual: Actual::Expression(self.child_expression(child)?),
            });
        }
        Some(Pragma {
            name,
            arguments,
            span: self.span(node),
        })
    }
}

/// The words `in`, `out` of a parameter.
pub(super) fn mode(node: Node<'_>) -> Mode {
    match node.first("non_empty_mode") {
        Some(mode) if mode.has("in") && mode.has("out") => Mode::InOut,
        Some(mode) if mode.has("out") => Mode::Out,
        _ => Mode::In,
    }
}

/// `overriding` or `not overriding`
pub(super) fn overriding(node: Node<'_>) -> Option<super::ast::Overriding> {
    use super::ast::Overriding;
    let indicator = node.first("overriding_indicator")?;
    Some(if indicator.has("not") {
        Overriding::No
    } else {
        Overriding::Yes
    })
}
