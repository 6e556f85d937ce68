//! Packages in which many features of the language meet: types of all kinds with state over them,
//! nested and recursive subprograms, contracts. Every expression may fail somewhere, and nobody
//! knows beforehand where.

#![allow(clippy::wildcard_enum_match_arm)] // there are many kinds, of which few matter at a time

mod expressions;
mod kinds;
mod statements;

use std::fmt::Write as _;

use sabs::interpret::RandomEnvironment;
use sabs::source::{SourceFile, Sources};

use kinds::{ALL, DECLARATIONS, Kind, PRIVATE, SCALARS};

/// A package with a specification.
pub(crate) struct Assorted {
    /// Tells it from all others.
    pub(crate) name: String,
    specification: String,
    body: String,
}

impl Assorted {
    pub(crate) fn generate(seed: u64) -> Assorted {
        let name = format!("Assorted_{seed}");
        let mut writer = Writer::new(seed);
        writer.package();
        Assorted {
            specification: format!(
                "package {name} is\n{DECLARATIONS}{}{PRIVATE}end {name};\n",
                writer.specification
            ),
            body: format!("package body {name} is\n{}end {name};\n", writer.body),
            name,
        }
    }

    /// The files by their names.
    pub(crate) fn files(&self) -> [(String, &str); 2] {
        let name = self.name.to_lowercase();
        [
            (format!("{name}.ads"), &self.specification),
            (format!("{name}.adb"), &self.body),
        ]
    }

    pub(crate) fn sources(&self) -> Sources {
        let mut sources = Sources::default();
        for (name, text) in self.files() {
            sources.add(SourceFile::new(&name, text));
        }
        sources
    }
}

/// What a place can name.
#[derive(Debug, Clone)]
struct Named {
    text: String,
    kind: Kind,
    is_variable: bool,
    /// Whether it is of the subprogram alone, so that nothing else can change it.
    is_own: bool,
}

/// What was declared before and can be called.
#[derive(Debug, Clone)]
struct Callable {
    name: String,
    formals: Vec<(&'static str, Kind)>,
    result: Option<Kind>,
}

struct Writer {
    random: RandomEnvironment,
    specification: String,
    body: String,
    indent: usize,
    /// How many names were made up.
    names: usize,
    scope: Vec<Named>,
    callables: Vec<Callable>,
    /// The nested procedure of the subprogram that is being written.
    nested: Option<String>,
    /// Whether the subprogram being written is a procedure.
    is_procedure: bool,
}

impl Writer {
    fn new(seed: u64) -> Writer {
        Writer {
            random: RandomEnvironment::new(seed.wrapping_mul(2_654_435_761) + 29),
            specification: String::new(),
            body: String::new(),
            indent: 1,
            names: 0,
            scope: Vec::new(),
            callables: Vec::new(),
            nested: None,
            is_procedure: false,
        }
    }

    fn below(&mut self, count: usize) -> usize {
        self.random.below(count)
    }

    fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    fn pick<'t>(&mut self, all: &[&'t str]) -> &'t str {
        all[self.below(all.len())]
    }

    fn kind_of(&mut self, all: &[Kind]) -> Kind {
        all[self.below(all.len())]
    }

    fn fresh(&mut self, letter: &str) -> String {
        self.names += 1;
        format!("{letter}{}", self.names)
    }

    fn line(&mut self, text: &str) {
        let _ = writeln!(self.body, "{}{text}", "   ".repeat(self.indent));
    }

    /// Names that a place may use while something is written.
    fn with<R>(&mut self, named: Vec<Named>, write: impl FnOnce(&mut Writer) -> R) -> R {
        let before = self.scope.len();
        self.scope.extend(named);
        let written = write(self);
        self.scope.truncate(before);
        written
    }

    fn package(&mut self) {
        let mut globals = vec![Named::variable("Seen", Kind::Small)];
        for number in 0..4 {
            let kind = self.kind_of(&ALL);
            if kind != Kind::Vector {
                let text = format!("G{number}");
                self.line(&format!("{text} : {} := {};", kind.ada(), kind.initial()));
                globals.push(Named::variable(&text, kind));
            }
        }
        self.account();
        if self.one_in(2) {
            self.recursive();
        }
        for number in 0..2 + self.below(3) {
            self.scope.clone_from(&globals);
            self.subprogram(number);
        }
    }

    /// The bodies of what changes values of the private type.
    fn account(&mut self) {
        let low = self.pick(&["X / 2", "0", "X - 1", "X mod 7"]);
        self.line(&format!(
            "function Make (X : Integer) return Account is (Low => {low}, High => X);"
        ));
        let more = self.pick(&[
            "(A with delta High => A.High + X)",
            "(A with delta High => Integer'Min (A.High + X, 60))",
            "(Low => A.Low + X, High => A.High + X)",
        ]);
        self.line(&format!(
            "function More (A : Account; X : Integer) return Account is ({more});"
        ));
        let limited = self.pick(&["60", "A.Low", "Integer'Max (A.Low, 50)"]);
        for text in [
            "procedure Add (A : in out Account; X : Integer) is",
            "begin",
            "   A.High := A.High + X;",
            "   if A.High > 60 then",
            &format!("      A.High := {limited};"),
            "   end if;",
            "end Add;",
        ] {
            self.line(text);
        }
    }

    fn recursive(&mut self) {
        let own = vec![
            Named::constant("N", Kind::Natural),
            Named::constant("X", Kind::Integer),
        ];
        let (last, next) = self.with(own, |this| (this.number(1), this.number(1)));
        let around = self.pick(&["", "X + ", "2 * "]);
        for text in [
            "function Again (N : Natural; X : Integer) return Integer is",
            "begin",
            "   if N = 0 then",
            &format!("      return {last};"),
            "   end if;",
            &format!("   return {around}Again (N - 1, ({next}) mod 10);"),
            "end Again;",
        ] {
            self.line(text);
        }
        self.callables.push(Callable {
            name: "Again".to_owned(),
            formals: vec![("in", Kind::Little), ("in", Kind::Integer)],
            result: Some(Kind::Integer),
        });
    }

    fn subprogram(&mut self, number: usize) {
        self.is_procedure = !self.one_in(3);
        let result = (!self.is_procedure).then(|| self.kind_of(&SCALARS));
        if !self.is_procedure {
            for named in &mut self.scope {
                named.is_variable = false;
            }
        }
        let name = format!("P{number}");
        let formals: Vec<(String, &'static str, Kind)> = (0..=self.below(3))
            .map(|number| {
                let kind = match self.kind_of(&ALL) {
                    // Clients take no account of predicates.
                    Kind::Even => Kind::Small,
                    kind => kind,
                };
                let mode = match (self.below(4), kind) {
                    _ if !self.is_procedure => "in",
                    (0 | 1, _) | (_, Kind::Choice) => "in",
                    (2, _) | (_, Kind::Vector) => "in out",
                    _ => "out",
                };
                (format!("A{number}"), mode, kind)
            })
            .collect();
        let profile: Vec<String> = formals
            .iter()
            .map(|(name, mode, kind)| format!("{name} : {mode} {}", kind.ada()))
            .collect();
        let head = format!(
            "{} {name} ({}){}",
            if self.is_procedure {
                "procedure"
            } else {
                "function"
            },
            profile.join("; "),
            result.map_or(String::new(), |kind| format!(" return {}", kind.ada())),
        );
        let aspects = self.aspects(&name, &formals, result);
        let _ = writeln!(self.specification, "   {head}{aspects};");
        self.line(&format!("{head} is"));
        self.scope
            .extend(formals.iter().map(|(name, mode, kind)| Named {
                text: name.clone(),
                kind: *kind,
                is_variable: *mode != "in",
                is_own: true,
            }));
        self.subprogram_body(&name, &formals, result);
        self.callables.push(Callable {
            name,
            formals: formals
                .iter()
                .map(|(_, mode, kind)| (*mode, *kind))
                .collect(),
            result,
        });
    }

    fn subprogram_body(
        &mut self,
        name: &str,
        formals: &[(String, &'static str, Kind)],
        result: Option<Kind>,
    ) {
        self.indent += 1;
        for _ in 0..=self.below(3) {
            let kind = self.kind_of(&ALL);
            let text = self.fresh("L");
            let subtype = match kind {
                Kind::Vector => "Vector (1 .. 3)".to_owned(),
                _ => kind.ada().to_owned(),
            };
            self.line(&format!("{text} : {subtype} := {};", kind.initial()));
            self.scope.push(Named {
                is_own: true,
                ..Named::variable(&text, kind)
            });
        }
        self.nested = None;
        let has_unset = formals.iter().any(|(_, mode, _)| *mode == "out");
        if self.is_procedure && !has_unset && self.one_in(3) {
            let inner = self.fresh("N");
            self.line(&format!("procedure {inner} (Z : Integer) is"));
            self.line("begin");
            // What a nested procedure changes is not its own.
            let mut scope: Vec<Named> = self.scope.clone();
            for named in &mut scope {
                named.is_own = false;
            }
            scope.push(Named::constant("Z", Kind::Integer));
            let outer = std::mem::replace(&mut self.scope, scope);
            self.block(1);
            self.scope = outer;
            self.line(&format!("end {inner};"));
            self.nested = Some(inner);
        }
        self.indent -= 1;
        self.line("begin");
        self.indent += 1;
        for (name, mode, kind) in formals {
            if *mode == "out" {
                self.line(&format!("{name} := {};", kind.initial()));
            }
        }
        if let Some(inner) = self.nested.clone() {
            let argument = self.number(1);
            self.line(&format!("{inner} ({argument});"));
        }
        for _ in 0..2 + self.below(3) {
            self.statement(2);
        }
        if let Some(kind) = result {
            let value = self.value(kind, 2);
            self.line(&format!("return {value};"));
        }
        self.indent -= 1;
        self.line(&format!("end {name};"));
    }

    /// What is promised of a subprogram.
    fn aspects(
        &mut self,
        name: &str,
        formals: &[(String, &'static str, Kind)],
        result: Option<Kind>,
    ) -> String {
        let before: Vec<Named> = formals
            .iter()
            .filter(|(_, mode, _)| *mode != "out")
            .map(|(name, _, kind)| Named::constant(name, *kind))
            .collect();
        let mut after: Vec<Named> = formals
            .iter()
            .map(|(name, _, kind)| Named::constant(name, *kind))
            .collect();
        let changed = formals.iter().filter(|(_, mode, _)| *mode == "in out");
        after.extend(changed.map(|(name, _, kind)| Named::constant(&format!("{name}'Old"), *kind)));
        after.extend(result.map(|kind| Named::constant(&format!("{name}'Result"), kind)));
        let outside = std::mem::take(&mut self.scope);
        let mut aspects = Vec::new();
        if self.one_in(4) && !before.is_empty() {
            let condition = self.with(before.clone(), |this| this.truth(1));
            aspects.push(format!("Pre => {condition}"));
        }
        if self.one_in(3) {
            let condition = self.with(after.clone(), |this| this.truth(2));
            aspects.push(format!("Post => {condition}"));
        }
        if self.is_procedure && self.one_in(4) && !before.is_empty() {
            let case = self.with(before, |this| this.truth(1));
            let (first, second) = self.with(after, |this| (this.truth(1), this.truth(1)));
            let cases = format!("({case} => {first}, others => {second})");
            // GNAT 12 does not check those that are static.
            let is_about = |part: &&String| {
                let mut names = formals.iter().map(|(name, ..)| name);
                names.any(|name| part.contains(name))
            };
            if [&case, &first, &second].iter().all(is_about) {
                aspects.push(format!("Contract_Cases => {cases}"));
            }
        }
        self.scope = outside;
        if aspects.is_empty() {
            return String::new();
        }
        format!("\n     with {}", aspects.join(",\n          "))
    }
}

impl Named {
    fn variable(text: &str, kind: Kind) -> Named {
        Named {
            text: text.to_owned(),
            kind,
            is_variable: true,
            is_own: false,
        }
    }

    fn constant(text: &str, kind: Kind) -> Named {
        Named {
            is_variable: false,
            ..Named::variable(text, kind)
        }
    }
}
