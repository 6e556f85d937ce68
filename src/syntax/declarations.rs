//! Declarations, profiles and aspects.

use crate::diagnostic::Diagnostic;

use super::ast::{
    Aspect, Declaration, DeclarationKind, Formal, Mode, Name, Pragma, Range, Statement,
    StatementKind, SubprogramBody, SubprogramSpecification, SubtypeIndication,
};
use super::reader::Reader;
use super::tree::Node;

impl Reader<'_> {
    /// The declarations and clauses between two places.
    pub(super) fn declarations(
        &mut self,
        nodes: &[Node],
        from: usize,
        to: usize,
    ) -> Vec<Declaration> {
        let mut found = Vec::new();
        let mut last = from;
        for node in nodes {
            self.declared_clauses(last, node.start, &mut found);
            let kind = self.declaration(node);
            found.push(Declaration {
                kind,
                span: self.span(node),
            });
            last = node.end;
        }
        self.declared_clauses(last, to, &mut found);
        found
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

    /// What stands between `is`, `begin` and `end` of a body.
    pub(super) fn declarations_and_statements(
        &mut self,
        node: &Node,
    ) -> Option<(Vec<Declaration>, Vec<Statement>)> {
        let position = |kind: &str| node.children.iter().position(|child| child.kind == kind);
        let close = node
            .children
            .iter()
            .rposition(|child| child.kind == "end")?;
        let begin = position("begin");
        let open = position("is").or_else(|| position("declare"));
        let declarations = match open {
            Some(open) => {
                let part = node.first("non_empty_declarative_part");
                self.declarations(
                    part.map_or(&[], |part| &part.children),
                    node.children[open].end,
                    node.children[begin.unwrap_or(close)].start,
                )
            }
            None => Vec::new(),
        };
        let statements = match begin {
            Some(begin) => self.sequence(node, begin + 1, node.end),
            None => Vec::new(),
        };
        Some((declarations, statements))
    }

    fn declaration(&mut self, node: &Node) -> DeclarationKind {
        let found = match node.kind {
            "object_declaration" => self.object(node),
            "number_declaration" => self.number(node),
            "subtype_declaration" => self.subtype(node),
            "full_type_declaration" => self.full_type(node),
            "subprogram_declaration" => self
                .subprogram_declaration(node)
                .map(DeclarationKind::Subprogram),
            "subprogram_body" => self
                .subprogram_body(node)
                .map(|body| DeclarationKind::SubprogramBody(Box::new(body))),
            "null_procedure_declaration" => self.specification(node).map(|specification| {
                let span = self.span(node);
                let null = Statement {
                    kind: StatementKind::Null,
                    span,
                };
                DeclarationKind::SubprogramBody(Box::new(SubprogramBody {
                    specification,
                    declarations: Vec::new(),
                    statements: vec![null],
                    span,
                }))
            }),
            "pragma_g" => Some(DeclarationKind::Pragma(self.pragma(node))),
            _ => {
                self.unsupported(node);
                None
            }
        };
        found.unwrap_or(DeclarationKind::Error)
    }

    fn object(&mut self, node: &Node) -> Option<DeclarationKind> {
        if self.reject_child(
            node,
            &[
                "single_task_declaration",
                "single_protected_declaration",
                "access_definition",
                "array_type_definition",
            ],
        ) {
            return None;
        }
        let colon = node.children.iter().position(|child| child.kind == ":")?;
        let names = self.names(&node.children[..colon]);
        let subtype = self.subtype_indication(&node.children[colon + 1..])?;
        self.aspects(node);
        Some(DeclarationKind::Object {
            names,
            is_constant: node.has("constant"),
            subtype,
            value: self.child_expression(node),
        })
    }

    fn number(&mut self, node: &Node) -> Option<DeclarationKind> {
        let colon = node.children.iter().position(|child| child.kind == ":")?;
        Some(DeclarationKind::Number {
            names: self.names(&node.children[..colon]),
            value: self.child_expression(node)?,
        })
    }

    fn subtype(&mut self, node: &Node) -> Option<DeclarationKind> {
        let is = node.children.iter().position(|child| child.kind == "is")?;
        let name = self.name(node.first("identifier")?);
        self.aspects(node);
        Some(DeclarationKind::Subtype {
            name,
            indication: self.subtype_indication(&node.children[is + 1..])?,
        })
    }

    fn full_type(&mut self, node: &Node) -> Option<DeclarationKind> {
        if self.reject_child(node, &["known_discriminant_part"]) {
            return None;
        }
        let is = node.children.iter().position(|child| child.kind == "is");
        let definition = is.and_then(|is| node.children.get(is + 1)).unwrap_or(node);
        self.aspects(node);
        let name = node.first("identifier").map(|name| self.name(name));
        match definition.kind {
            "signed_integer_type_definition" => {
                let (low, high) = self.bounds(&definition.children[1..])?;
                Some(DeclarationKind::SignedType {
                    name: name?,
                    low,
                    high,
                })
            }
            "modular_type_definition" => Some(DeclarationKind::ModularType {
                name: name?,
                modulus: self.child_expression(definition)?,
            }),
            "enumeration_type_definition" if !definition.has("character_literal") => {
                Some(DeclarationKind::Enumeration {
                    name: name?,
                    literals: self.names(&definition.children),
                })
            }
            _ => {
                self.unsupported(definition);
                None
            }
        }
    }

    pub(super) fn subprogram_declaration(
        &mut self,
        node: &Node,
    ) -> Option<SubprogramSpecification> {
        if let Some(word) = node.first("abstract") {
            self.reject(
                word,
                "abstract procedures are not supported",
                "give it a body",
            );
            return None;
        }
        self.specification(node)
    }

    pub(super) fn subprogram_body(&mut self, node: &Node) -> Option<SubprogramBody> {
        let specification = self.specification(node)?;
        let (declarations, statements) = self.declarations_and_statements(node)?;
        Some(SubprogramBody {
            specification,
            declarations,
            statements,
            span: self.span(node),
        })
    }

    fn specification(&mut self, node: &Node) -> Option<SubprogramSpecification> {
        if self.reject_child(node, &["overriding_indicator", "function_specification"]) {
            return None;
        }
        let profile = node.first("procedure_specification")?;
        let name = profile.children.get(1)?;
        if name.kind != "identifier" {
            self.reject(name, "child units are not supported", "use a plain name");
            return None;
        }
        let mut formals = Vec::new();
        if let Some(part) = profile.first("formal_part") {
            for specification in part.all("parameter_specification") {
                self.formals(specification, &mut formals);
            }
        }
        let aspects = self.aspects(node);
        Some(SubprogramSpecification {
            name: self.name(name),
            formals,
            aspects,
            span: self.span(profile),
        })
    }

    fn formals(&mut self, node: &Node, formals: &mut Vec<Formal>) -> Option<()> {
        if self.reject_child(node, &["access_definition", "null_exclusion"]) {
            return None;
        }
        if let Some(default) = node.first("expression") {
            self.reject(
                default,
                "default values of parameters are not supported",
                "pass the value at each call",
            );
        }
        let colon = node.children.iter().position(|child| child.kind == ":")?;
        let mode = match node.first("non_empty_mode") {
            Some(mode) if mode.has("in") && mode.has("out") => Mode::InOut,
            Some(mode) if mode.has("out") => Mode::Out,
            _ => Mode::In,
        };
        let mark: Vec<&Node> = node.children[colon + 1..]
            .iter()
            .filter(|child| child.is_named && child.kind != "non_empty_mode")
            .take_while(|child| !matches!(child.kind, "expression" | "aspect_specification"))
            .collect();
        let subtype = self.name_of(&mark)?;
        for name in self.names(&node.children[..colon]) {
            formals.push(Formal {
                name,
                mode,
                subtype: subtype.clone(),
            });
        }
        Some(())
    }

    /// The aspects of a declaration. Only the definitions of contracts are read.
    pub(super) fn aspects(&mut self, node: &Node) -> Vec<Aspect> {
        let Some(list) = node
            .first("aspect_specification")
            .and_then(|aspects| aspects.first("aspect_mark_list"))
        else {
            return Vec::new();
        };
        let mut found = Vec::new();
        for association in list.all("aspect_association") {
            let Some(name) = association.first("identifier").map(|name| self.name(name)) else {
                continue;
            };
            let definition = match name.key().as_str() {
                _ if association.has("tick") => {
                    self.reject(
                        association,
                        "aspects of classes are not supported",
                        "write Pre and Post",
                    );
                    None
                }
                "pre" | "post" => self.child_expression(association),
                // Data flow, modes of analysis, and remarks to the compiler: they change neither
                // what the program computes nor what sabs checks.
                "always_terminates" | "subprogram_variant" | "exceptional_cases" => {
                    let warning = format!("aspect {name} is not checked");
                    let warning = Diagnostic::warning(name.span, warning);
                    self.diagnostics
                        .push(warning.with_help("sabs proves what holds when a run gets there"));
                    None
                }
                "spark_mode" | "global" | "depends" | "inline" | "pure" | "preelaborate"
                | "elaborate_body" | "unreferenced" | "warnings" | "abstract_state"
                | "initializes" | "refined_global" | "refined_depends" | "refined_state"
                | "part_of" => None,
                _ => {
                    self.reject(
                        association,
                        &format!("aspect {} is not supported", name.text),
                        "leave it out, or write it as Pre, Post or pragma Assert",
                    );
                    None
                }
            };
            found.push(Aspect { name, definition });
        }
        found
    }

    /// A pragma, of which only assertions and assumptions are read further.
    pub(super) fn pragma(&mut self, node: &Node) -> Pragma {
        let name = node.first("identifier").map_or_else(
            || Name {
                text: String::new(),
                span: self.span(node),
            },
            |name| self.name(name),
        );
        let mut arguments = Vec::new();
        if matches!(name.key().as_str(), "assert" | "assume") {
            // The second argument is a message.
            let first = node.children.iter().skip(2).find(|child| child.is_named);
            if let Some(argument) = first {
                let expression = if argument.kind == "pragma_argument_association" {
                    self.child_expression(argument)
                } else {
                    self.parenthesised(argument)
                };
                arguments.extend(expression);
            }
        }
        Pragma { name, arguments }
    }

    /// A subtype mark and its constraint, among the given nodes.
    pub(super) fn subtype_indication(&mut self, nodes: &[Node]) -> Option<SubtypeIndication> {
        let mut mark = Vec::new();
        let mut constraint = None;
        for node in nodes {
            match node.kind {
                "range_constraint" => constraint = Some(self.range(node.first("range_g")?)?),
                ":=" | ";" | "aspect_specification" | "iterator_filter" => break,
                "aliased" | "constant" => {}
                "null_exclusion"
                | "index_constraint"
                | "discriminant_constraint"
                | "digits_constraint"
                | "delta_constraint"
                | "slice" => {
                    self.unsupported(node);
                    return None;
                }
                _ => mark.push(node),
            }
        }
        Some(SubtypeIndication {
            mark: self.name_of(&mark)?,
            constraint,
        })
    }

    /// `low .. high` or `S'Range`
    pub(super) fn range(&mut self, node: &Node) -> Option<Range> {
        if node.has("range_attribute_designator") {
            let prefix: Vec<&Node> = node
                .children
                .iter()
                .take_while(|child| child.kind != "tick")
                .collect();
            return self.name_of(&prefix).map(Range::Attribute);
        }
        let (low, high) = self.bounds(&node.children)?;
        Some(Range::Bounds(low, high))
    }

    fn names(&self, nodes: &[Node]) -> Vec<Name> {
        nodes
            .iter()
            .filter(|node| node.kind == "identifier")
            .map(|node| self.name(node))
            .collect()
    }

    /// Reports the first child of one of the given kinds; says whether there is one.
    fn reject_child(&mut self, node: &Node, kinds: &[&str]) -> bool {
        match node
            .children
            .iter()
            .find(|child| kinds.contains(&child.kind))
        {
            Some(child) => {
                self.unsupported(child);
                true
            }
            None => false,
        }
    }
}
