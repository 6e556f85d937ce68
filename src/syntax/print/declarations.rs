//! Declarations.

use std::fmt;

use itertools::Itertools;

use super::super::ast::{
    Aspect, Association, Declaration, DeclarationKind, Expression, ExpressionKind, Formal,
    FormalSubprogram, Instantiation, InstantiationKind, Mode, Name, ObjectDeclaration, Overriding,
    PackageBody, PackageSpecification, Pragma, Renaming, RenamingKind, SubprogramBody,
    SubprogramDefault, SubprogramSpecification,
};
use super::statements::{handlers, statements};
use super::types::type_declaration;
use super::{indent, word};

/// Declarations, each on lines of its own.
pub(super) fn declarations(
    f: &mut fmt::Formatter<'_>,
    list: &[Declaration],
    depth: usize,
) -> fmt::Result {
    for item in list {
        indent(f, depth)?;
        declaration(f, item, depth)?;
    }
    Ok(())
}

/// A declaration and the end of its line; its first line is indented already.
#[allow(clippy::wildcard_enum_match_arm)] // the others stand on one line
pub(super) fn declaration(
    f: &mut fmt::Formatter<'_>,
    declaration: &Declaration,
    depth: usize,
) -> fmt::Result {
    match &declaration.kind {
        DeclarationKind::Type(declared) => type_declaration(f, declared, depth),
        DeclarationKind::Subprogram(profile) => {
            specification(f, profile)?;
            contract(f, &profile.aspects, depth)?;
            writeln!(f, ";")
        }
        DeclarationKind::AbstractSubprogram(profile) => completed(f, profile, "abstract"),
        DeclarationKind::NullProcedure(profile) => completed(f, profile, "null"),
        DeclarationKind::SubprogramStub(profile) => completed(f, profile, "separate"),
        DeclarationKind::ExpressionFunction(profile, value) => {
            specification(f, profile)?;
            if let ExpressionKind::Aggregate(_) = &value.kind {
                write!(f, " is {value}")?;
            } else {
                write!(f, " is ({value})")?;
            }
            contract(f, &profile.aspects, depth)?;
            writeln!(f, ";")
        }
        DeclarationKind::SubprogramBody(body) => subprogram(f, body, depth),
        DeclarationKind::Package(package) => package_specification(f, package, depth),
        DeclarationKind::PackageBody(package) => package_body(f, package, depth),
        DeclarationKind::Generic(generic) => {
            writeln!(f, "generic")?;
            declarations(f, &generic.formals, depth + 1)?;
            indent(f, depth)?;
            self::declaration(f, &generic.declaration, depth)
        }
        kind => writeln!(f, "{}", Short(kind)),
    }
}

/// A declaration that stands on one line.
pub(super) struct Short<'a>(pub(super) &'a DeclarationKind);

impl fmt::Display for Short<'_> {
    #[allow(clippy::wildcard_enum_match_arm)] // the others have lines of their own
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            DeclarationKind::Object(object) => write!(f, "{object};"),
            DeclarationKind::Number { names, value } => {
                write!(f, "{} : constant := {value};", names.iter().join(", "))
            }
            DeclarationKind::Exception { names, aspects } => {
                write!(f, "{} : exception", names.iter().join(", "))?;
                write!(f, "{};", Aspects(aspects))
            }
            DeclarationKind::Subtype {
                name,
                indication,
                aspects,
            } => write!(f, "subtype {name} is {indication}{};", Aspects(aspects)),
            DeclarationKind::PackageStub { name, aspects } => {
                write!(f, "package body {name} is separate{};", Aspects(aspects))
            }
            DeclarationKind::Renaming(renaming) => write!(f, "{renaming}"),
            DeclarationKind::Instantiation(instance) => write!(f, "{instance}"),
            DeclarationKind::FormalObject(formal) => write!(f, "{formal};"),
            DeclarationKind::FormalSubprogram(formal) => write!(f, "{formal}"),
            DeclarationKind::FormalPackage(formal) => {
                write!(f, "with package {} is new ", formal.name)?;
                applied(f, &formal.generic, &formal.arguments)?;
                write!(f, "{};", Aspects(&formal.aspects))
            }
            DeclarationKind::Use(used) => write!(f, "{used}"),
            DeclarationKind::AttributeClause { attribute, value } => {
                write!(f, "for {attribute} use {value};")
            }
            DeclarationKind::Pragma(pragma) => write!(f, "{pragma}"),
            DeclarationKind::Clause(clause) => write!(f, "{clause}"),
            DeclarationKind::Opaque(opaque) => f.write_str(&opaque.text),
            _ => f.write_str("<error>"),
        }
    }
}

impl fmt::Display for ObjectDeclaration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} : ", self.names.iter().join(", "))?;
        word(f, self.is_aliased.then_some("aliased"))?;
        word(f, self.is_constant.then_some("constant"))?;
        write!(f, "{}", self.subtype)?;
        if let Some(value) = &self.value {
            write!(f, " := {value}")?;
        }
        write!(f, "{}", Aspects(&self.aspects))
    }
}

/// Aspects on the same line.
pub(super) struct Aspects<'a>(pub(super) &'a [Aspect]);

impl fmt::Display for Aspects<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return Ok(());
        }
        write!(f, " with {}", self.0.iter().format(", "))
    }
}

impl fmt::Display for Aspect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.name)?;
        if self.is_classwide {
            f.write_str("'Class")?;
        }
        match &self.definition {
            Some(definition) => write!(f, " => {definition}"),
            None => Ok(()),
        }
    }
}

/// Aspects on lines of their own.
fn contract(f: &mut fmt::Formatter<'_>, aspects: &[Aspect], depth: usize) -> fmt::Result {
    for (at, aspect) in aspects.iter().enumerate() {
        writeln!(f, "{}", if at == 0 { "" } else { "," })?;
        indent(f, depth)?;
        write!(f, "{}{aspect}", if at == 0 { "  with " } else { "       " })?;
    }
    Ok(())
}

/// The profile without its aspects.
fn specification(f: &mut fmt::Formatter<'_>, profile: &SubprogramSpecification) -> fmt::Result {
    overriding(f, profile.overriding)?;
    f.write_str(if profile.is_function() {
        "function "
    } else {
        "procedure "
    })?;
    write!(f, "{}", Expanded(&profile.parent, &profile.name))?;
    if !profile.formals.is_empty() {
        write!(f, " ({})", profile.formals.iter().join("; "))?;
    }
    match &profile.result {
        Some(result) => write!(f, " return {result}"),
        None => Ok(()),
    }
}

fn overriding(f: &mut fmt::Formatter<'_>, overriding: Option<Overriding>) -> fmt::Result {
    match overriding {
        Some(Overriding::Yes) => f.write_str("overriding "),
        Some(Overriding::No) => f.write_str("not overriding "),
        None => Ok(()),
    }
}

/// `profile is word with aspects;`
fn completed(
    f: &mut fmt::Formatter<'_>,
    profile: &SubprogramSpecification,
    word: &str,
) -> fmt::Result {
    specification(f, profile)?;
    writeln!(f, " is {word}{};", Aspects(&profile.aspects))
}

/// The name of a unit after its parent's.
struct Expanded<'a>(&'a [Name], &'a Name);

impl fmt::Display for Expanded<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for part in self.0 {
            write!(f, "{part}.")?;
        }
        write!(f, "{}", self.1)
    }
}

fn subprogram(f: &mut fmt::Formatter<'_>, body: &SubprogramBody, depth: usize) -> fmt::Result {
    let profile = &body.specification;
    specification(f, profile)?;
    contract(f, &profile.aspects, depth)?;
    if profile.aspects.is_empty() {
        writeln!(f, " is")?;
    } else {
        writeln!(f)?;
        indent(f, depth)?;
        writeln!(f, "is")?;
    }
    declarations(f, &body.declarations, depth + 1)?;
    indent(f, depth)?;
    writeln!(f, "begin")?;
    statements(f, &body.statements, depth + 1)?;
    handlers(f, &body.handlers, depth)?;
    indent(f, depth)?;
    writeln!(f, "end {};", Expanded(&profile.parent, &profile.name))
}

fn package_specification(
    f: &mut fmt::Formatter<'_>,
    package: &PackageSpecification,
    depth: usize,
) -> fmt::Result {
    let name = Expanded(&package.parent, &package.name);
    writeln!(f, "package {name}{} is", Aspects(&package.aspects))?;
    declarations(f, &package.visible, depth + 1)?;
    if !package.private.is_empty() {
        indent(f, depth)?;
        writeln!(f, "private")?;
        declarations(f, &package.private, depth + 1)?;
    }
    indent(f, depth)?;
    writeln!(f, "end {name};")
}

fn package_body(f: &mut fmt::Formatter<'_>, package: &PackageBody, depth: usize) -> fmt::Result {
    let name = Expanded(&package.parent, &package.name);
    writeln!(f, "package body {name}{} is", Aspects(&package.aspects))?;
    declarations(f, &package.declarations, depth + 1)?;
    if !package.statements.is_empty() {
        indent(f, depth)?;
        writeln!(f, "begin")?;
        statements(f, &package.statements, depth + 1)?;
        handlers(f, &package.handlers, depth)?;
    }
    indent(f, depth)?;
    writeln!(f, "end {name};")
}

impl fmt::Display for Formal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mode = match self.mode {
            Mode::In => "",
            Mode::Out => "out ",
            Mode::InOut => "in out ",
        };
        write!(f, "{} : ", self.name)?;
        word(f, self.is_aliased.then_some("aliased"))?;
        write!(f, "{mode}{}", self.subtype)?;
        if let Some(default) = &self.default {
            write!(f, " := {default}")?;
        }
        write!(f, "{}", Aspects(&self.aspects))
    }
}

impl fmt::Display for Renaming {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut aspects = &self.aspects;
        match &self.kind {
            RenamingKind::Object(name, Some(subtype)) => write!(f, "{name} : {subtype}")?,
            RenamingKind::Object(name, None) => write!(f, "{name}")?,
            RenamingKind::Exception(name) => write!(f, "{name} : exception")?,
            RenamingKind::Package(name) => write!(f, "package {}", name.iter().join("."))?,
            RenamingKind::Subprogram(profile) => {
                specification(f, profile)?;
                aspects = &profile.aspects;
            }
            RenamingKind::Generic(kind, name) => {
                write!(f, "generic {kind} {}", name.iter().join("."))?;
            }
        }
        write!(f, " renames {}{};", self.renamed, Aspects(aspects))
    }
}

impl fmt::Display for InstantiationKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            InstantiationKind::Package => "package",
            InstantiationKind::Procedure => "procedure",
            InstantiationKind::Function => "function",
        })
    }
}

impl fmt::Display for Instantiation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        overriding(f, self.overriding)?;
        let name = Expanded(&self.parent, &self.name);
        write!(f, "{} {name} is new ", self.kind)?;
        applied(f, &self.generic, &self.arguments)?;
        write!(f, "{};", Aspects(&self.aspects))
    }
}

/// `prefix (arguments)`, or the prefix alone.
pub(super) fn applied(
    f: &mut fmt::Formatter<'_>,
    prefix: &Expression,
    arguments: &[Association],
) -> fmt::Result {
    write!(f, "{prefix}")?;
    if arguments.is_empty() {
        return Ok(());
    }
    write!(f, " ({})", arguments.iter().format(", "))
}

impl fmt::Display for FormalSubprogram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("with ")?;
        specification(f, &self.specification)?;
        if self.is_abstract {
            f.write_str(" is abstract")?;
        } else if !matches!(self.default, SubprogramDefault::None) {
            f.write_str(" is")?;
        }
        match &self.default {
            SubprogramDefault::None => {}
            SubprogramDefault::Visible => f.write_str(" <>")?,
            SubprogramDefault::Null => f.write_str(" null")?,
            SubprogramDefault::Name(name) => write!(f, " {name}")?,
        }
        write!(f, "{};", Aspects(&self.specification.aspects))
    }
}

impl fmt::Display for Pragma {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "pragma {}", self.name)?;
        if !self.arguments.is_empty() {
            write!(f, " ({})", self.arguments.iter().format(", "))?;
        }
        f.write_str(";")
    }
}
