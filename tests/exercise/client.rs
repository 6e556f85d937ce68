//! The most general client of a unit in Ada: any calls in any order, with any arguments.
#![allow(clippy::wildcard_enum_match_arm)] // declarations have many kinds, of which few matter here

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use sabs::flow::{SubprogramId, Terminator};
use sabs::pipeline::Unit;
use sabs::syntax::ast::{
    ArrayIndices, Components, Declaration, DeclarationKind, Mode, SubprogramSpecification,
    TypeDefinition,
};

use super::copy::Token;

/// The name of the procedure that makes the calls.
pub(crate) const DRIVE: &str = "Sabs_Drive";

/// So many numbers are made up of those in a program.
const MOST_WORDS: usize = 300;

/// The declarations of a unit by what a client needs of them.
#[derive(Default)]
struct Declared<'a> {
    types: BTreeMap<String, &'a TypeDefinition>,
    /// Other names of types.
    subtypes: BTreeMap<String, String>,
    /// Subprograms by where their names stand.
    subprograms: Vec<&'a SubprogramSpecification>,
    /// What clients may assign to, with its subtype.
    variables: Vec<(String, String)>,
}

impl<'a> Declared<'a> {
    fn of(unit: &'a Unit) -> Declared<'a> {
        let mut declared = Declared::default();
        for part in &unit.syntax {
            if let DeclarationKind::Package(package) = &part.item.kind {
                for item in &package.visible {
                    declared.variable(item);
                }
            }
            declared.add(&part.item);
        }
        declared
    }

    fn variable(&mut self, item: &Declaration) {
        if let DeclarationKind::Object(object) = &item.kind
            && !object.is_constant
        {
            for name in &object.names {
                let entry = (name.text.clone(), object.subtype.to_string());
                self.variables.push(entry);
            }
        }
    }

    /// What a subtype is in the end.
    fn definition(&self, subtype: &str) -> Option<&'a TypeDefinition> {
        let mut name = subtype.to_lowercase();
        while let Some(parent) = self.subtypes.get(&name) {
            name.clone_from(parent);
        }
        self.types.get(&name).copied()
    }

    /// Whether an object of a subtype has bounds of its own.
    fn is_open(&self, subtype: &str) -> bool {
        matches!(
            self.definition(subtype),
            Some(TypeDefinition::Array(array))
                if matches!(array.indices, ArrayIndices::Unconstrained(_))
        )
    }

    fn add(&mut self, item: &'a Declaration) {
        match &item.kind {
            DeclarationKind::Type(declared) => {
                let name = declared.name.text.to_lowercase();
                // The full view of a private type comes later, and is not the client's to see.
                self.types.entry(name).or_insert(&declared.definition);
            }
            DeclarationKind::Subtype {
                name, indication, ..
            } => {
                let mark = indication.to_string();
                let mark = mark.split_whitespace().next().unwrap_or_default();
                self.subtypes
                    .insert(name.text.to_lowercase(), mark.to_lowercase());
            }
            DeclarationKind::Subprogram(specification)
            | DeclarationKind::ExpressionFunction(specification, _) => {
                self.subprograms.push(specification);
            }
            DeclarationKind::SubprogramBody(body) => self.subprograms.push(&body.specification),
            DeclarationKind::Package(package) => {
                for item in package.visible.iter().chain(&package.private) {
                    self.add(item);
                }
            }
            DeclarationKind::PackageBody(body) => {
                for item in &body.declarations {
                    self.add(item);
                }
            }
            _ => {}
        }
    }
}

/// Procedures that give variables any value, one per subtype.
struct Setters<'a> {
    declared: &'a Declared<'a>,
    numbers: BTreeMap<String, usize>,
    text: String,
}

impl Setters<'_> {
    /// The name of the procedure for a subtype; `None` for what only the unit can make.
    fn of(&mut self, subtype: &str) -> Option<String> {
        let definition = self.declared.definition(subtype);
        if matches!(definition, Some(TypeDefinition::Private(_))) {
            return None;
        }
        let fresh = self.numbers.len() + 1;
        if let Some(number) = self.numbers.get(subtype) {
            return Some(format!("Sabs_Set_{number}"));
        }
        let number = fresh;
        self.numbers.insert(subtype.to_owned(), number);
        let own = format!("Sabs_Set_{number}");
        let body = match definition {
            Some(TypeDefinition::Array(array)) => {
                let set = self.of(&array.component.to_string())?;
                format!("for Sabs_E of V loop {set} (Sabs_E); end loop;")
            }
            Some(TypeDefinition::Record(_, components)) => self.components(components)?,
            _ => {
                let _ = writeln!(
                    self.text,
                    "   subtype Sabs_Type_{number} is {subtype};\n   procedure {own} is new \
                     Sabs_Count.Set (Sabs_Type_{number});"
                );
                return Some(own);
            }
        };
        let _ = writeln!(
            self.text,
            "   procedure {own} (V : out {subtype}) is begin {body} end {own};"
        );
        Some(own)
    }

    fn components(&mut self, components: &Components) -> Option<String> {
        let mut text = "null; ".to_owned();
        for item in &components.items {
            if let DeclarationKind::Object(object) = &item.kind {
                let set = self.of(&object.subtype.to_string())?;
                for name in &object.names {
                    let _ = write!(text, "{set} (V.{}); ", name.text);
                }
            }
        }
        Some(text)
    }
}

/// The body of the procedure that makes the calls, from `is` on: `unit` is how the unit is called
/// in the copy, `number` tells it from others.
pub(crate) fn body(of: &Unit, unit: &str, number: usize, words: &Words) -> String {
    let declared = Declared::of(of);
    let mut setters = Setters {
        declared: &declared,
        numbers: BTreeMap::new(),
        text: String::new(),
    };
    let (mut variables, mut alternatives) = (String::new(), Vec::new());
    for id in entries(of) {
        let called = of.program.subprogram(id);
        let mut all = declared.subprograms.iter();
        let Some(specification) = all.find(|specification| specification.name.span == called.span)
        else {
            // What is nested, and called by nobody, cannot be called from outside.
            continue;
        };
        let own = called.name.split_once('.').map(|(_, rest)| rest);
        let (mut statements, mut bounded) = (String::new(), String::new());
        let mut actuals = Vec::new();
        for formal in &specification.formals {
            let actual = format!("Sabs_{}_{}", id.0, formal.name.text);
            let subtype = formal.subtype.to_string();
            let setter = setters.of(&subtype);
            let subtype = own.map_or(subtype.clone(), |own| {
                qualified(own, &subtype, setter.as_ref())
            });
            if declared.is_open(&subtype) {
                let bounds = "Sabs_Count.First .. Sabs_Count.Last";
                let _ = write!(bounded, "{actual} : {subtype} ({bounds}); ");
            } else {
                let _ = writeln!(variables, "   {actual} : {subtype};");
            }
            if let (Some(set), Mode::In | Mode::InOut) = (&setter, formal.mode) {
                let _ = write!(statements, "{set} ({actual}); ");
            }
            actuals.push(actual);
        }
        let arguments = if actuals.is_empty() {
            String::new()
        } else {
            format!(" ({})", actuals.join(", "))
        };
        let call = format!("{}{arguments};", own.unwrap_or(unit));
        match &specification.result {
            None => statements.push_str(&call),
            Some(result) => {
                let result = result.to_string();
                let setter = setters.of(&result);
                let result = own.map_or(result.clone(), |own| {
                    qualified(own, &result, setter.as_ref())
                });
                let _ = write!(
                    statements,
                    "declare Sabs_Result : {result} := {call} begin null; end;"
                );
            }
        }
        if !bounded.is_empty() {
            statements = format!("declare {bounded} begin {statements} end;");
        }
        alternatives.push(statements);
    }
    for (name, subtype) in &declared.variables {
        if let Some(set) = setters.of(subtype) {
            alternatives.push(format!("{set} ({name});"));
        }
    }
    if alternatives.is_empty() {
        alternatives.push("null;".to_owned());
    }
    let has_state = has_state(of);
    let listed: Vec<String> = (1..)
        .zip(words.literals.iter().chain(&words.between))
        .map(|(at, word)| format!("{at} => {word}"))
        .collect();
    let mut text = format!(
        "{}{variables}begin\n   Sabs_Count.Begin_Unit ({number}, ({}), {}, {has_state});\n   \
         while Sabs_Count.Goes_On loop\n      begin\n         \
         case Sabs_Count.Choice ({}) is\n",
        setters.text,
        listed.join(", "),
        words.literals.len(),
        alternatives.len()
    );
    for (at, statements) in (1..).zip(&alternatives) {
        let _ = writeln!(text, "         when {at} => {statements}");
    }
    let _ = write!(
        text,
        "         when others => null;\n         end case;\n      exception\n         \
         when Sabs_E : others => Sabs_Count.Ended (Sabs_E, {has_state});\n      end;\n   \
         end loop;\n"
    );
    text
}

/// Whether a unit remembers anything between calls, as Ada.
pub(crate) fn has_state(unit: &Unit) -> &'static str {
    if unit.flow.globals.is_empty() {
        "False"
    } else {
        "True"
    }
}

/// The subtype of a private type in a package inside the unit is named by way of that package.
fn qualified(own: &str, subtype: &str, setter: Option<&String>) -> String {
    match (own.rsplit_once('.'), setter) {
        (Some((package, _)), None) => format!("{package}.{subtype}"),
        _ => subtype.to_owned(),
    }
}

/// What the most general client calls.
fn entries(unit: &Unit) -> BTreeSet<SubprogramId> {
    let blocks = unit.flow.main.blocks.iter();
    blocks
        .filter_map(|block| match &block.terminator {
            Terminator::Call { callee, .. } => Some(*callee),
            _ => None,
        })
        .collect()
}

/// Numbers that matter to a program.
pub(crate) struct Words {
    /// Those in its text.
    literals: BTreeSet<i64>,
    /// What lies between two of them, and their negatives.
    between: BTreeSet<i64>,
}

impl Words {
    /// Those of a text.
    pub(crate) fn of(tokens: &[Token]) -> Words {
        let numbers = tokens
            .iter()
            .filter_map(|token| token.text.replace('_', "").parse().ok())
            .filter(|value: &i64| *value <= i64::from(i32::MAX));
        let literals: BTreeSet<i64> = numbers.chain([0]).collect();
        let mut between: BTreeSet<i64> = literals.iter().map(|value| -value).collect();
        for one in &literals {
            between.extend(literals.iter().map(|other| one - other));
        }
        let between = between.difference(&literals).take(MOST_WORDS).copied();
        Words {
            between: between.collect(),
            literals,
        }
    }
}
