//! The calls of a run as Ada statements.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::find::{Found, Visibility, all};
use super::instances::{Actuals, actuals, instance};
use super::records::discriminants;
use super::{Refusal, Subject};
use crate::logic::{Value, Variable};
use crate::program::{Object, SubprogramId, Values, Whole, is_set_as_whole, unit_name, wholes};
use crate::refine::Deed;
use crate::syntax::ast::{ContextItem, Formal, Mode, SubprogramSpecification, TypeUse};

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
            Deed::Set { .. } => settings(subject, alike)?,
            Deed::Call {
                subprogram,
                arguments,
                ..
            } => {
                others.extend(package(subject, *subprogram)?);
                call(subject, *subprogram, arguments)?
            }
        };
        if alike.len() == 1 || matches!(alike[0], Deed::Set { .. }) {
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

/// Whether two deeds are written together: settings of parts of one object, and calls that are
/// alike. What the environment does meanwhile stands in the copy.
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
        (Deed::Set { .. }, Deed::Set { .. }) => true,
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

/// What the client sets on end, each object as a whole where the source has no name for its parts.
fn settings(subject: &Subject<'_>, deeds: &[Deed]) -> Result<String, Refusal> {
    let mut values = BTreeMap::new();
    let mut held: &[(Variable, Value)] = &[];
    for deed in deeds {
        if let Deed::Set {
            variable,
            value,
            around,
        } = deed
        {
            plain(&variable.name)?;
            values.insert(variable, value);
            held = around;
        }
    }
    let value_of = |variable: &Variable| values.get(variable).map(|value| (*value).clone());
    let mut text = String::new();
    let mut written = 0;
    let globals = subject.unit.program.globals.iter();
    for global in globals.clone().filter(|global| !global.is_visible) {
        let variable = &global.object.variable;
        if values.contains_key(variable) {
            return Err(format!(
                "{} is set while the package elaborates",
                variable.name
            ));
        }
    }
    for whole in wholes(globals.map(|global| &global.object)) {
        let set = whole.parts.iter();
        let set = set.filter(|part| values.contains_key(&part.variable));
        let set: Vec<&Object> = set.copied().collect();
        let unwritten = || format!("the value of {} cannot be written", whole.name);
        if set.iter().any(|part| is_set_as_whole(part)) {
            // What is not set keeps its value.
            let kept = |variable: &Variable| {
                let known = || held.iter().find(|(known, _)| known == variable);
                value_of(variable).or_else(|| known().map(|(_, value)| value.clone()))
            };
            let value = whole.initial_value(&kept).ok_or_else(unwritten)?;
            let _ = writeln!(text, "{} := {value};", whole.name);
        } else {
            for part in &set {
                let value = part_text(part, &value_of).ok_or_else(unwritten)?;
                let _ = writeln!(text, "{} := {value};", part.variable.name);
            }
        }
        written += set.len();
    }
    if written < values.len() {
        return Err("something is set that has no name".to_owned());
    }
    Ok(text)
}

/// The value of a part that the source has a name for.
fn part_text(part: &Object, values: &Values<'_>) -> Option<String> {
    let whole = Whole {
        name: String::new(),
        parts: vec![part],
    };
    whole.inner_text(values)
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
    let (specification, actuals) = specification(subject, id)?;
    let value_of = |variable: &Variable| {
        let mut all = arguments.iter();
        let found = all.find(|(known, _)| known == variable);
        found.map(|(_, value)| value.clone())
    };
    let wholes = wholes(called.formals.iter().map(|formal| &formal.object));
    let mut writer = Writer {
        subject,
        values: &value_of,
        declared: String::new(),
        set: String::new(),
        again: String::new(),
    };
    let mut passed = Vec::new();
    for formal in &specification.formals {
        let name = &formal.name.text;
        let mut all = wholes.iter();
        let whole = all.find(|whole| whole.name.eq_ignore_ascii_case(name));
        let actual = writer.actual(formal, &actuals.named(&formal.subtype), whole)?;
        passed.push(format!("{name} => {actual}"));
    }
    let passed = if passed.is_empty() {
        String::new()
    } else {
        format!(" ({})", passed.join(", "))
    };
    let call = format!("{}{passed}", called.name);
    let call = match &specification.result {
        None => format!("{call};\n"),
        Some(result) => format!(
            "declare\n   Sabs_Result : constant {} := {call};\nbegin\n   null;\nend;\n",
            actuals.named(result)
        ),
    };
    Ok(writer.around(&call))
}

/// Writes what is passed in a call.
struct Writer<'a> {
    subject: &'a Subject<'a>,
    values: &'a Values<'a>,
    /// The variables that are passed.
    declared: String,
    /// What is done before they can be.
    set: String,
    /// Variables that are declared once that is done.
    again: String,
}

impl Writer<'_> {
    /// What is passed to a formal: a variable, which is declared with its value.
    fn actual(
        &mut self,
        formal: &Formal,
        subtype: &str,
        whole: Option<&Whole<'_>>,
    ) -> Result<String, Refusal> {
        let name = &formal.name.text;
        let actual = format!("Sabs_{name}");
        let is_given = |part: &&Object| (self.values)(&part.variable).is_some();
        let Some(whole) = whole.filter(|whole| whole.parts.iter().any(is_given)) else {
            let bounds = self.bounds(name);
            let _ = writeln!(self.declared, "   {actual} : {subtype}{bounds};");
            return Ok(actual);
        };
        if let Some(known) = discriminants(self.subject, subtype) {
            self.discriminated(&actual, subtype, whole, &known)?;
            return Ok(actual);
        }
        let is_enumeration = |part: &Object| {
            let is_scalar = part.form.as_ref().is_none_or(|form| form.parts.is_empty());
            part.is_enumeration && is_scalar
        };
        let value = match whole.parts.as_slice() {
            // The literals may not be visible.
            [part] if is_enumeration(part) => (self.values)(&part.variable)
                .filter(|value| matches!(value, Value::Int(_)))
                .map(|position| format!("{subtype}'Val ({position})"))
                .or_else(|| whole.initial_value(self.values)),
            _ => whole.initial_value(self.values),
        };
        let value = value.ok_or_else(|| format!("the value of {name} cannot be written"))?;
        let word = match formal.mode {
            Mode::In => "constant ",
            Mode::Out | Mode::InOut => "",
        };
        let _ = writeln!(self.declared, "   {actual} : {word}{subtype} := {value};");
        Ok(actual)
    }

    /// ` (1 .. 3)` for what has bounds and no value.
    fn bounds(&self, formal: &str) -> String {
        let bound = |word: &str| {
            let name = format!("{formal}'{word}");
            let variable = Variable::new(&name, crate::logic::Sort::Int);
            (self.values)(&variable)
        };
        match (bound("First"), bound("Last")) {
            (Some(first), Some(last)) => format!(" ({first} .. {last})"),
            _ => String::new(),
        }
    }

    /// A record with discriminants gets them first, and then what it has because of them.
    fn discriminated(
        &mut self,
        actual: &str,
        subtype: &str,
        whole: &Whole<'_>,
        known: &super::records::Discriminants,
    ) -> Result<(), Refusal> {
        let mut constraint = Vec::new();
        for (name, value) in whole.components(self.values) {
            let is_discriminant = known
                .names
                .iter()
                .any(|own| own.eq_ignore_ascii_case(&name));
            let value = value.ok_or_else(|| format!("the value of {name} cannot be written"))?;
            if is_discriminant {
                constraint.push(format!("{name} => {value}"));
            } else {
                let _ = writeln!(self.set, "   {actual}_Made.{name} := {value};");
            }
        }
        let constraint = if known.is_constrained || constraint.is_empty() {
            String::new()
        } else {
            format!(" ({})", constraint.join(", "))
        };
        let _ = writeln!(self.declared, "   {actual}_Made : {subtype}{constraint};");
        let _ = writeln!(self.again, "   {actual} : {subtype} := {actual}_Made;");
        Ok(())
    }

    /// The call with what it needs around it.
    fn around(&self, call: &str) -> String {
        let block = |declared: &str, text: &str| {
            if declared.is_empty() {
                text.to_owned()
            } else {
                format!("declare\n{declared}begin\n{}end;\n", indented(text))
            }
        };
        let inner = block(&self.again, call);
        let set = self
            .set
            .lines()
            .map(|line| line.get(3..).unwrap_or_default());
        let set = set.fold(String::new(), |text, line| text + line + "\n");
        block(&self.declared, &format!("{set}{inner}"))
    }
}

fn specification<'a>(
    subject: &Subject<'a>,
    id: SubprogramId,
) -> Result<(&'a SubprogramSpecification, Actuals), Refusal> {
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
            Visibility::Visible => Ok((specification, Actuals::default())),
            Visibility::Template(formals) => match instance(subject, name) {
                Some(found) => Ok((specification, actuals(formals, found))),
                None => Err(format!("the instance around {name} is not visible")),
            },
            Visibility::Hidden => Err(format!("{name} cannot be called from outside its scope")),
        };
    }
    Err(format!("the declaration of {name} was not found"))
}

fn indented(text: &str) -> String {
    text.lines()
        .fold(String::new(), |done, line| done + "   " + line + "\n")
}
