//! Compilation units.

use crate::diagnostic::Diagnostic;
use crate::source::FileId;

use super::Parsed;
use super::annotation;
use super::ast::{Clause, PackageBody, PackageSpecification, Unit, UnitKind};
use super::reader::{Reader, span};
use super::tree::{self, Fault, FaultKind, Node};

/// Reads the text of a file.
pub(super) fn read(file: FileId, text: &str) -> Parsed {
    let tree = tree::parse(text);
    if let Some(fault) = &tree.fault {
        return Parsed {
            units: Vec::new(),
            diagnostics: vec![describe_fault(file, text, fault)],
        };
    }
    let (groups, warnings) = annotation::collect(file, text, &tree.comments);
    let mut reader = Reader::new(file, text, groups);
    reader.diagnostics.extend(warnings);
    let units = reader.units(&tree.root, text.len());
    Parsed {
        units,
        diagnostics: reader.diagnostics,
    }
}

fn describe_fault(file: FileId, text: &str, fault: &Fault) -> Diagnostic {
    let end = fault.end.max(fault.start);
    match fault.kind {
        FaultKind::Missing(token) => {
            Diagnostic::error(span(file, 0, fault.start, end), format!("missing {token}"))
                .with_help(format!("insert {token} here"))
        }
        FaultKind::Depth => Diagnostic::error(
            span(file, 0, fault.start, fault.start),
            "nested too deeply to be read",
        )
        .with_help("name the inner parts: constants, procedures"),
        FaultKind::Unexpected => match (
            empty_body(text, fault.start, fault.end),
            missing_semicolon(text, fault.start, fault.end),
        ) {
            (Some(at), _) => Diagnostic::error(
                span(file, 0, at.0, at.1),
                "no statement stands here, only comments",
            )
            .with_help("write null;"),
            (None, Some(at)) => Diagnostic::error(
                span(file, 0, at, at),
                "syntax error: a semicolon seems to be missing at the end of this line",
            )
            .with_help("insert ; here"),
            (None, None) => Diagnostic::error(
                span(file, 0, fault.start, end),
                "syntax error: this does not follow Ada's grammar",
            )
            .with_help("the mistake is here or just before; a missing ; is the usual cause"),
        },
    }
}

/// The word that opens a sequence of statements in which there is none: `begin`, `then`, `else` or
/// `loop` followed, comments left aside, by `end`, `elsif` or `else`.
fn empty_body(text: &str, from: usize, to: usize) -> Option<(usize, usize)> {
    let mut last: Option<(usize, usize)> = None;
    let mut at = from;
    let bytes = text.as_bytes();
    while at < to {
        if bytes[at..].starts_with(b"--") {
            at += text[at..].find('\n').unwrap_or(text.len() - at);
        } else if bytes[at] == b'"' {
            at += 1 + text[at + 1..].find('"').unwrap_or(text.len() - at - 1) + 1;
            last = None;
        } else if bytes[at].is_ascii_alphabetic() {
            let length = bytes[at..]
                .iter()
                .take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_')
                .count();
            let word = text[at..at + length].to_ascii_lowercase();
            let closes = matches!(word.as_str(), "end" | "elsif" | "else" | "exception");
            if closes && last.is_some() {
                return last;
            }
            let opens = matches!(word.as_str(), "begin" | "then" | "else" | "loop");
            last = opens.then_some((at, at + length));
            at += length;
        } else {
            if !bytes[at].is_ascii_whitespace() {
                last = None;
            }
            at += 1;
        }
    }
    None
}

/// The end of the first line that ends like a statement but without a semicolon, before a line
/// that begins like another.
fn missing_semicolon(text: &str, from: usize, to: usize) -> Option<usize> {
    let from = text[..from].rfind('\n').map_or(0, |at| at + 1);
    let code = |line: &str| line.split("--").next().unwrap_or("").trim_end().len();
    let mut start = from;
    let mut lines = text[from..].split('\n').peekable();
    while let Some(line) = lines.next() {
        let ends_open = line[..code(line)].ends_with(|c: char| c.is_alphanumeric() || c == ')');
        let goes_on = lines.peek().is_some_and(|next| {
            let next = next.trim_start();
            let word: String = next.chars().take_while(|c| c.is_alphanumeric()).collect();
            let joins = [
                "is", "then", "loop", "and", "or", "xor", "in", "mod", "rem", "with",
            ];
            !word.is_empty() && !joins.contains(&word.to_ascii_lowercase().as_str())
        });
        if line.contains(":=") && ends_open && goes_on {
            return Some(start + code(line));
        }
        start += line.len() + 1;
        if start >= to {
            return None;
        }
    }
    None
}

impl Reader<'_> {
    fn units(&mut self, root: &Node, length: usize) -> Vec<Unit> {
        let mut units: Vec<Unit> = Vec::new();
        let mut from = 0;
        for node in &root.children {
            let clauses = self.clauses(from, node.start);
            from = node.end;
            match node.kind {
                "compilation_unit" => units.extend(self.unit(node, clauses)),
                _ => self.unsupported(node),
            }
        }
        for clause in self.clauses(from, length) {
            self.diagnostics.push(
                Diagnostic::error(clause.span, "a --% clause does not stand after the unit")
                    .with_help("put it before the unit or into it"),
            );
        }
        if root.children.is_empty() && self.diagnostics.is_empty() {
            let place = self.span_of(0, 0);
            self.diagnostics.push(
                Diagnostic::error(place, "there is no compilation unit in this file")
                    .with_help("write a procedure or a package body"),
            );
        }
        units
    }

    fn unit(&mut self, node: &Node, clauses: Vec<Clause>) -> Option<Unit> {
        let inner = node.children.iter().find(|child| child.is_named)?;
        let kind = match inner.kind {
            // A configuration pragma before the unit changes nothing that sabs looks at.
            "pragma_g" => return None,
            "package_declaration" => UnitKind::PackageSpecification(self.package(inner)?),
            "package_body" => UnitKind::PackageBody(self.package_body(inner)?),
            "subprogram_declaration" => {
                UnitKind::SubprogramDeclaration(self.subprogram_declaration(inner)?)
            }
            "subprogram_body" => UnitKind::SubprogramBody(self.subprogram_body(inner)?),
            _ => {
                self.unsupported(inner);
                return None;
            }
        };
        Some(Unit {
            clauses,
            kind,
            span: self.span(inner),
        })
    }

    fn package(&mut self, node: &Node) -> Option<PackageSpecification> {
        let name = self.unit_name(node)?;
        self.aspects(node);
        let is = node.children.iter().position(|child| child.kind == "is")?;
        let close = node
            .children
            .iter()
            .rposition(|child| child.kind == "end")?;
        let private = node
            .children
            .iter()
            .position(|child| child.kind == "private")
            .unwrap_or(close);
        let visible = self.declarations(
            &node.children[is + 1..private],
            node.children[is].end,
            node.children[private].start,
        );
        let hidden = if private < close {
            self.declarations(
                &node.children[private + 1..close],
                node.children[private].end,
                node.children[close].start,
            )
        } else {
            Vec::new()
        };
        Some(PackageSpecification {
            name,
            visible,
            private: hidden,
        })
    }

    fn package_body(&mut self, node: &Node) -> Option<PackageBody> {
        let name = self.unit_name(node)?;
        self.aspects(node);
        let (declarations, statements) = self.declarations_and_statements(node)?;
        Some(PackageBody {
            name,
            declarations,
            statements,
        })
    }

    /// The name of a package, which must be a plain one.
    fn unit_name(&mut self, node: &Node) -> Option<super::ast::Name> {
        let name = node.children.iter().find(|child| {
            child.is_named && matches!(child.kind, "identifier" | "selected_component")
        })?;
        if name.kind == "identifier" {
            return Some(self.name(name));
        }
        self.reject(
            name,
            "child units are not supported",
            "make it a unit of its own",
        );
        None
    }
}
