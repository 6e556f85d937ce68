//! The calls of a run as Ada statements.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::find::{Found, Visibility, all};
use super::values::{Bounds, expression, known};
use super::{Refusal, Subject};
use crate::logic::{Value, Variable};
use crate::program::{Object, SubprogramId, unit_name};
use crate::refine::Deed;
use crate::syntax::ast::{
    ContextItem, DeclarationKind, Formal, SubprogramSpecification, TypeDefinition, TypeUse,
};

/// What a client does, as statements with what they need.
#[derive(Debug, Default)]
pub(super) struct Calls {
    /// With clauses.
    pub(super) context: String,
    /// Use clauses, as declarations.
    pub(super) uses: String,
    /// The statements; empty if there are none.
    pub(super) text: String,
}

/// The deeds of a client as statements; what it does several times on end, as a loop.
pub(super) fn statements(subject: &Subject<'_>, deeds: &[Deed]) -> Result<Calls, Refusal> {
    let mut calls = Calls::default();
    let mut others = BTreeSet::new();
    for alike in deeds.chunk_by(alike) {
        let statement = match &alike[0] {
            Deed::Set { variable, value } => setting(subject, variable, value)?,
            Deed::Call {
                subprogram,
                arguments,
                ..
            } => {
                others.extend(package(subject, *subprogram)?);
                call(subject, *subprogram, arguments)?
            }
        };
        if alike.len() == 1 {
            calls.text.push_str(&indented(&statement));
        } else {
            let _ = writeln!(calls.text, "   for Sabs_Turn in 1 .. {} loop", alike.len());
            calls.text.push_str(&indented(&indented(&statement)));
            calls.text.push_str("   end loop;\n");
        }
    }
    let is_unit = |name: &String| {
        let mut units = subject.unit.syntax.iter().chain(&subject.unit.library);
        units.any(|unit| unit_name(unit).eq_ignore_ascii_case(name))
    };
    for name in &others {
        if is_unit(name) {
            let _ = writeln!(calls.context, "with {name};");
        }
        let _ = writeln!(calls.uses, "   use {name};");
    }
    if subject.is_subprogram() {
        calls.context.push_str(&context(subject));
    }
    Ok(calls)
}

/// Whether two deeds are written alike: what the environment does meanwhile stands in the copy.
fn alike(one: &Deed, other: &Deed) -> bool {
    match (one, other) {
        (
            Deed::Call {
                subprogram,
                arguments,
                ..
            },
            Deed::Call {
                subprogram: second,
                arguments: passed,
                ..
            },
        ) => subprogram == second && arguments == passed,
        (Deed::Set { .. }, Deed::Set { .. }) => one == other,
        (Deed::Set { .. } | Deed::Call { .. }, _) => false,
    }
}

/// The context clauses of a library-level subprogram: the types of its formals are named as there.
fn context(subject: &Subject<'_>) -> String {
    let mut text = String::new();
    for unit in &subject.unit.syntax {
        for item in &unit.context {
            let _ = match item {
                ContextItem::With(with) => writeln!(text, "{with}"),
                ContextItem::Use(used) => writeln!(text, "{used}"),
                ContextItem::Pragma(_) => Ok(()),
            };
        }
    }
    text
}

/// The package around a subprogram, if that is not the main unit itself.
fn package(subject: &Subject<'_>, id: SubprogramId) -> Result<Option<String>, Refusal> {
    let name = &subject.unit.program.subprogram(id).name;
    let Some((package, _)) = split(name) else {
        return Ok(None);
    };
    if package.eq_ignore_ascii_case(&subject.name) {
        return Ok(None);
    }
    if subject.is_subprogram() {
        return Err(format!(
            "{name} is nested in a subprogram that does not call it"
        ));
    }
    Ok(Some(package.to_owned()))
}

/// The package and the last part of a name; an operator's symbol has no dot in it.
fn split(name: &str) -> Option<(&str, &str)> {
    name.rsplit_once('.')
}

fn setting(subject: &Subject<'_>, variable: &Variable, value: &Value) -> Result<String, Refusal> {
    let globals = subject.unit.program.globals.iter();
    let global = globals
        .clone()
        .find(|global| global.object.variable == *variable)
        .filter(|global| global.is_visible)
        .ok_or_else(|| format!("{} is set while the package elaborates", variable.name))?;
    plain(&variable.name)?;
    if matches!(value, Value::Array(_)) && variable.name.contains('.') {
        return Err(format!("{} is part of an array of records", variable.name));
    }
    let text = expression(&global.object, value, &Bounds::new())?;
    Ok(format!("{} := {text};\n", variable.name))
}

/// Names that sabs has made up cannot be written.
fn plain(name: &str) -> Result<(), Refusal> {
    if name.contains("__") {
        return Err(format!("{name} stands for something without a name"));
    }
    Ok(())
}

fn call(
    subject: &Subject<'_>,
    id: SubprogramId,
    arguments: &[(Variable, Value)],
) -> Result<String, Refusal> {
    let called = subject.unit.program.subprogram(id);
    let specification = specification(subject, id)?;
    let objects: Vec<&Object> = called.formals.iter().map(|formal| &formal.object).collect();
    let bounds: Bounds = arguments.iter().cloned().collect();
    let (mut declared, mut set, mut actuals) = (String::new(), String::new(), Vec::new());
    for formal in &specification.formals {
        let actual = format!("Sabs_{}", formal.name.text);
        let leaves: Vec<&(Variable, Value)> = arguments
            .iter()
            .filter(|(variable, _)| is_leaf(&variable.name, &formal.name.text))
            .collect();
        let object = |variable: &Variable| {
            let mut all = objects.iter();
            all.find(|object| object.variable == *variable)
                .copied()
                .ok_or_else(|| format!("{} has no type", variable.name))
        };
        let mut constraint = String::new();
        let mut first_value = String::new();
        for (variable, value) in leaves {
            let (object, name) = (object(variable)?, &variable.name[formal.name.text.len()..]);
            if let Some(bound) = name.strip_prefix('\'') {
                if bound == "First" {
                    constraint = dimension(&objects, &formal.name.text, &bounds)?;
                }
                continue;
            }
            if bound_of_part(name) {
                return Err(format!("{} has bounds of its own", variable.name));
            }
            if name.contains('.') && matches!(value, Value::Array(_)) {
                part_of_record(subject, formal, name)?;
            }
            let text = expression(object, value, &bounds)?;
            if name.is_empty() && object.is_enumeration && !matches!(value, Value::Array(_)) {
                first_value = format!(" := {}'Val ({value})", formal.subtype);
            } else if name.is_empty() && !matches!(value, Value::Array(_)) {
                first_value = format!(" := {text}");
            } else {
                let _ = writeln!(set, "   {actual}{name} := {text};");
            }
        }
        let subtype = &formal.subtype;
        let _ = writeln!(
            declared,
            "   {actual} : {subtype}{constraint}{first_value};"
        );
        actuals.push(format!("{} => {actual}", formal.name.text));
    }
    let passed = if actuals.is_empty() {
        String::new()
    } else {
        format!(" ({})", actuals.join(", "))
    };
    let call = format!("{}{passed}", called.name);
    let call = match &specification.result {
        None => format!("   {call};\n"),
        Some(result) => format!(
            "   declare\n      Sabs_Result : constant {result} := {call};\n   begin\n      null;\n   end;\n"
        ),
    };
    if declared.is_empty() {
        let lines = call.lines().map(|line| line.get(3..).unwrap_or_default());
        return Ok(lines.fold(String::new(), |text, line| text + line + "\n"));
    }
    Ok(format!("declare\n{declared}begin\n{set}{call}end;\n"))
}

/// Whether a variable is the formal of that name, a part of it or one of its bounds.
fn is_leaf(variable: &str, formal: &str) -> bool {
    variable.get(..formal.len()).is_some_and(|start| {
        start.eq_ignore_ascii_case(formal)
            && variable[formal.len()..]
                .chars()
                .next()
                .is_none_or(|c| c == '.' || c == '\'')
    })
}

fn bound_of_part(name: &str) -> bool {
    name.contains('\'')
}

/// ` (1 .. 3)` for an unconstrained array of one dimension.
fn dimension(objects: &[&Object], formal: &str, bounds: &Bounds) -> Result<String, Refusal> {
    let value = |word: &str| {
        let name = format!("{formal}'{word}");
        let mut all = objects.iter();
        let object = all.find(|object| object.variable.name.eq_ignore_ascii_case(&name));
        let bound = object.map(|object| crate::logic::Term::variable(&object.variable));
        let number = bound.and_then(|bound| known(&bound, bounds));
        match (object, number) {
            (Some(object), Some(number)) if object.is_enumeration => {
                Ok(object.literal(&Value::Int(number)))
            }
            (_, Some(number)) => Ok(number.to_string()),
            (_, None) => Err(format!("the bounds of {formal} are not known")),
        }
    };
    if objects
        .iter()
        .any(|object| object.variable.name.contains("'First ("))
    {
        return Err(format!("{formal} has several dimensions"));
    }
    Ok(format!(" ({} .. {})", value("First")?, value("Last")?))
}

/// A component that is an array is written as a whole only where it is not a component of each
/// component of an array.
fn part_of_record(subject: &Subject<'_>, formal: &Formal, name: &str) -> Result<(), Refusal> {
    let wanted = formal.subtype.to_string();
    let is_record = name.matches('.').count() == 1
        && declared_types(subject).any(|(declared, definition)| {
            declared.eq_ignore_ascii_case(&wanted)
                && matches!(definition, TypeDefinition::Record(..))
        });
    if is_record {
        Ok(())
    } else {
        Err(format!("{} may be an array of records", formal.name.text))
    }
}

#[allow(clippy::wildcard_enum_match_arm)] // only packages hold types that formals may have
fn declared_types<'a>(
    subject: &Subject<'a>,
) -> impl Iterator<Item = (&'a str, &'a TypeDefinition)> {
    let units = subject.unit.syntax.iter().chain(&subject.unit.library);
    units
        .flat_map(|unit| match &unit.item.kind {
            DeclarationKind::Package(package) => {
                package.visible.iter().chain(&package.private).collect()
            }
            DeclarationKind::PackageBody(body) => body.declarations.iter().collect::<Vec<_>>(),
            _ => Vec::new(),
        })
        .filter_map(|item| match &item.kind {
            DeclarationKind::Type(declared) => {
                Some((declared.name.text.as_str(), &declared.definition))
            }
            _ => None,
        })
}

fn specification<'a>(
    subject: &Subject<'a>,
    id: SubprogramId,
) -> Result<&'a SubprogramSpecification, Refusal> {
    let called = subject.unit.program.subprogram(id);
    let name = &called.name;
    for found in all(subject) {
        let Found::Subprogram(specification, visibility) = found else {
            continue;
        };
        if specification.name.span != called.span {
            continue;
        }
        let access = |formal: &Formal| matches!(formal.subtype, TypeUse::Access(_));
        if specification.formals.iter().any(access) {
            return Err(format!("{name} has access parameters"));
        }
        return match visibility {
            Visibility::Visible => Ok(specification),
            Visibility::Hidden => Err(format!("{name} cannot be called from outside its scope")),
        };
    }
    Err(format!(
        "the declaration of {name} stands in a generic unit"
    ))
}

fn indented(text: &str) -> String {
    text.lines()
        .fold(String::new(), |done, line| done + "   " + line + "\n")
}
