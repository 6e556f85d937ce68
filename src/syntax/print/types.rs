//! Types, subtypes and ranges.

use std::fmt;

use itertools::Itertools;

use super::super::ast::{
    AccessDefinition, AccessKind, AccessModifier, ArrayDefinition, ArrayIndices, Components,
    Constraint, DiscreteRange, Discriminant, Discriminants, Expression, InterfaceKind, Range,
    SubtypeIndication, TypeDeclaration, TypeDefinition, TypeModifiers, TypeUse,
};
use super::declarations::{Aspects, declarations};
use super::expressions::{Level, at_least};
use super::{indent, word};

pub(super) fn type_declaration(
    f: &mut fmt::Formatter<'_>,
    declared: &TypeDeclaration,
    depth: usize,
) -> fmt::Result {
    write!(f, "type {}", declared.name)?;
    match &declared.discriminants {
        Discriminants::None => {}
        Discriminants::Unknown => f.write_str(" (<>)")?,
        Discriminants::Known(list) => write!(f, " ({})", list.iter().format("; "))?,
    }
    definition(f, &declared.definition, depth)?;
    if let Some(default) = &declared.default {
        write!(f, " or use {default}")?;
    }
    writeln!(f, "{};", Aspects(&declared.aspects))
}

/// ` is` and what follows.
fn definition(
    f: &mut fmt::Formatter<'_>,
    definition: &TypeDefinition,
    depth: usize,
) -> fmt::Result {
    match definition {
        TypeDefinition::Signed { low, high } => {
            let (low, high) = (at_least(low, Level::Simple), at_least(high, Level::Simple));
            write!(f, " is range {low} .. {high}")
        }
        TypeDefinition::Modular(modulus) => write!(f, " is mod {modulus}"),
        TypeDefinition::Enumeration(literals) => {
            write!(f, " is ({})", literals.iter().format(", "))
        }
        TypeDefinition::Float { digits, range } => {
            write!(f, " is digits {digits}")?;
            optional_range(f, range.as_ref())
        }
        TypeDefinition::Fixed { delta, range } => {
            write!(f, " is delta {delta}")?;
            optional_range(f, range.as_ref())
        }
        TypeDefinition::Decimal {
            delta,
            digits,
            range,
        } => {
            write!(f, " is delta {delta} digits {digits}")?;
            optional_range(f, range.as_ref())
        }
        TypeDefinition::Array(array) => write!(f, " is {array}"),
        TypeDefinition::Record(words, record) => {
            write!(f, " is {words}")?;
            components(f, record, depth)
        }
        TypeDefinition::Access(access) => write!(f, " is {access}"),
        TypeDefinition::Derived {
            modifiers,
            parent,
            interfaces,
            extension,
        } => {
            write!(f, " is {modifiers}new {parent}")?;
            joined(f, interfaces)?;
            match extension {
                Some(extension) => {
                    f.write_str(" with ")?;
                    components(f, extension, depth)
                }
                None => Ok(()),
            }
        }
        TypeDefinition::Interface { kind, parents } => {
            write!(f, " is {kind}interface")?;
            joined(f, parents)
        }
        TypeDefinition::Private(words) => write!(f, " is {words}private"),
        TypeDefinition::PrivateExtension {
            modifiers,
            is_synchronized,
            parent,
            interfaces,
        } => {
            write!(f, " is {modifiers}")?;
            word(f, (*is_synchronized).then_some("synchronized"))?;
            write!(f, "new {parent}")?;
            joined(f, interfaces)?;
            f.write_str(" with private")
        }
        TypeDefinition::Incomplete(words) if words.is_tagged => f.write_str(" is tagged"),
        TypeDefinition::Incomplete(_) => Ok(()),
        TypeDefinition::AnyDiscrete => f.write_str(" is (<>)"),
        TypeDefinition::AnySigned => f.write_str(" is range <>"),
        TypeDefinition::AnyModular => f.write_str(" is mod <>"),
        TypeDefinition::AnyFloat => f.write_str(" is digits <>"),
        TypeDefinition::AnyFixed => f.write_str(" is delta <>"),
        TypeDefinition::AnyDecimal => f.write_str(" is delta <> digits <>"),
    }
}

fn optional_range(f: &mut fmt::Formatter<'_>, range: Option<&Range>) -> fmt::Result {
    match range {
        Some(range) => write!(f, " range {range}"),
        None => Ok(()),
    }
}

fn joined(f: &mut fmt::Formatter<'_>, interfaces: &[Expression]) -> fmt::Result {
    for interface in interfaces {
        write!(f, " and {interface}")?;
    }
    Ok(())
}

/// `record … end record` or `null record`
fn components(f: &mut fmt::Formatter<'_>, record: &Components, depth: usize) -> fmt::Result {
    if record.items.is_empty() && record.variants.is_none() {
        return f.write_str("null record");
    }
    writeln!(f, "record")?;
    component_list(f, record, depth + 1)?;
    indent(f, depth)?;
    f.write_str("end record")
}

fn component_list(f: &mut fmt::Formatter<'_>, list: &Components, depth: usize) -> fmt::Result {
    if list.items.is_empty() && list.variants.is_none() {
        indent(f, depth)?;
        return writeln!(f, "null;");
    }
    declarations(f, &list.items, depth)?;
    let Some(part) = &list.variants else {
        return Ok(());
    };
    indent(f, depth)?;
    writeln!(f, "case {} is", part.discriminant)?;
    for variant in &part.variants {
        indent(f, depth + 1)?;
        writeln!(f, "when {} =>", variant.choices.iter().format(" | "))?;
        component_list(f, &variant.components, depth + 2)?;
    }
    indent(f, depth)?;
    writeln!(f, "end case;")
}

impl fmt::Display for TypeModifiers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        word(f, self.is_abstract.then_some("abstract"))?;
        word(f, self.is_tagged.then_some("tagged"))?;
        word(f, self.is_limited.then_some("limited"))
    }
}

impl fmt::Display for InterfaceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            InterfaceKind::Plain => "",
            InterfaceKind::Limited => "limited ",
            InterfaceKind::Task => "task ",
            InterfaceKind::Protected => "protected ",
            InterfaceKind::Synchronized => "synchronized ",
        })
    }
}

impl fmt::Display for Discriminant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} : {}", self.name, self.subtype)?;
        if let Some(default) = &self.default {
            write!(f, " := {default}")?;
        }
        write!(f, "{}", Aspects(&self.aspects))
    }
}

impl fmt::Display for TypeUse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TypeUse::Subtype(indication) => indication.fmt(f),
            TypeUse::Access(definition) => definition.fmt(f),
            TypeUse::Array(definition) => definition.fmt(f),
        }
    }
}

impl fmt::Display for ArrayDefinition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.indices {
            ArrayIndices::Constrained(ranges) => {
                write!(f, "array ({}) of ", ranges.iter().format(", "))?;
            }
            ArrayIndices::Unconstrained(marks) => {
                let marks = marks.iter().map(|mark| format!("{mark} range <>"));
                write!(f, "array ({}) of ", marks.format(", "))?;
            }
        }
        word(f, self.is_aliased.then_some("aliased"))?;
        write!(f, "{}", self.component)
    }
}

impl fmt::Display for AccessDefinition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        word(f, self.excludes_null.then_some("not null"))?;
        f.write_str("access ")?;
        match &self.kind {
            AccessKind::Object(modifier, subtype) => {
                word(f, (*modifier == AccessModifier::All).then_some("all"))?;
                word(
                    f,
                    (*modifier == AccessModifier::Constant).then_some("constant"),
                )?;
                write!(f, "{subtype}")
            }
            AccessKind::Subprogram {
                is_protected,
                formals,
                result,
            } => {
                word(f, (*is_protected).then_some("protected"))?;
                f.write_str(if result.is_some() {
                    "function"
                } else {
                    "procedure"
                })?;
                if !formals.is_empty() {
                    write!(f, " ({})", formals.iter().format("; "))?;
                }
                match result {
                    Some(result) => write!(f, " return {result}"),
                    None => Ok(()),
                }
            }
        }
    }
}

impl fmt::Display for SubtypeIndication {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        word(f, self.excludes_null.then_some("not null"))?;
        write!(f, "{}", self.mark)?;
        match &self.constraint {
            None => Ok(()),
            Some(Constraint::Range(range)) => write!(f, " range {range}"),
            Some(Constraint::Digits(digits, range)) => {
                write!(f, " digits {}", at_least(digits, Level::Simple))?;
                optional_range(f, range.as_ref())
            }
            Some(Constraint::Delta(delta, range)) => {
                write!(f, " delta {}", at_least(delta, Level::Simple))?;
                optional_range(f, range.as_ref())
            }
            Some(Constraint::Composite(list)) => write!(f, " ({})", list.iter().format(", ")),
        }
    }
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Range::Bounds(low, high) => write!(
                f,
                "{} .. {}",
                at_least(low, Level::Simple),
                at_least(high, Level::Simple)
            ),
            Range::Attribute {
                prefix,
                dimension: Some(dimension),
                ..
            } => write!(f, "{prefix}'Range ({dimension})"),
            Range::Attribute { prefix, .. } => write!(f, "{prefix}'Range"),
        }
    }
}

impl fmt::Display for DiscreteRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DiscreteRange::Range(range) => range.fmt(f),
            DiscreteRange::Subtype(indication) => indication.fmt(f),
        }
    }
}
