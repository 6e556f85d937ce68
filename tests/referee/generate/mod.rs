//! Random package bodies of the language that sabs reads.
//!
//! They are legal, end after few steps, read nothing unset and alias nothing, but fail checks now
//! and then: constants are small or huge, and lines are broken inside expressions to pin down the
//! position of each check.

mod expression;

use std::fmt::Write as _;

use expression::Expressions;
use itertools::Itertools as _;
use sabs::interpret::RandomEnvironment;

/// The procedures of one package.
const PROCEDURES: usize = 10;

/// A variable in scope.
#[derive(Debug, Clone)]
struct Name {
    text: String,
    kind: Kind,
    access: Access,
}

/// What may be done with a variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Access {
    Write,
    /// Of loop parameters and `in` formals.
    Read,
}

/// The subtypes in use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Integer,
    Small,
    Boolean,
}

/// A procedure that later ones may call: its name and, per formal, mode and kind.
struct Profile {
    name: String,
    formals: Vec<(&'static str, Kind)>,
}

struct Generator {
    random: RandomEnvironment,
    text: String,
    indent: usize,
    scope: Vec<Name>,
    profiles: Vec<Profile>,
    /// Numbers the variables that have no name of their own.
    fresh: usize,
    /// How many loops are open.
    loops: usize,
}

/// The text of a package body, the same for the same seed.
pub(crate) fn package(name: &str, seed: u64) -> String {
    let mut generator = Generator {
        random: RandomEnvironment::new(seed),
        text: String::new(),
        indent: 0,
        scope: Vec::new(),
        profiles: Vec::new(),
        fresh: 0,
        loops: 0,
    };
    generator.package(name);
    generator.text
}

impl Kind {
    fn ada(self) -> &'static str {
        match self {
            Kind::Integer => "Integer",
            Kind::Small => "Small",
            Kind::Boolean => "Boolean",
        }
    }
}

impl Generator {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.text, "{}{text}", "   ".repeat(self.indent));
    }

    fn one_in(&mut self, count: usize) -> bool {
        self.random.below(count) == 0
    }

    fn kind(&mut self) -> Kind {
        [Kind::Integer, Kind::Integer, Kind::Small, Kind::Boolean][self.random.below(4)]
    }

    fn expressions(&mut self) -> Expressions<'_> {
        let breaks = "   ".repeat(self.indent + 1);
        Expressions::new(&mut self.random, &self.scope, breaks)
    }

    fn package(&mut self, name: &str) {
        self.line(&format!("package body {name} is"));
        self.indent += 1;
        let last = 5 + self.random.below(60);
        self.line(&format!("subtype Small is Integer range -20 .. {last};"));
        for (name, kind) in [
            ("G", Kind::Integer),
            ("H", Kind::Small),
            ("F", Kind::Boolean),
        ] {
            let value = match kind {
                Kind::Boolean => "True",
                Kind::Integer | Kind::Small => "3",
            };
            self.line(&format!("{name} : {} := {value};", kind.ada()));
            self.declare(name, kind, Access::Write);
        }
        for number in 1..=PROCEDURES {
            self.text.push('\n');
            self.procedure(&format!("P{number}"));
        }
        self.indent -= 1;
        self.line(&format!("end {name};"));
    }

    fn declare(&mut self, text: &str, kind: Kind, access: Access) {
        self.scope.push(Name {
            text: text.to_owned(),
            kind,
            access,
        });
    }

    fn procedure(&mut self, name: &str) {
        let outer = self.scope.len();
        let mut formals = Vec::new();
        for number in 0..self.random.below(5) {
            let mode = ["in", "in", "in out", "out"][self.random.below(4)];
            let kind = self.kind();
            formals.push((format!("A{number}"), mode, kind));
        }
        let list: Vec<String> = formals
            .iter()
            .map(|(name, mode, kind)| format!("{name} : {mode} {}", kind.ada()))
            .collect();
        let profile = if list.is_empty() {
            String::new()
        } else {
            format!(" ({})", list.join("; "))
        };
        self.line(&format!("procedure {name}{profile}"));
        for (name, mode, kind) in &formals {
            if *mode != "out" {
                let access = if *mode == "in" {
                    Access::Read
                } else {
                    Access::Write
                };
                self.declare(name, *kind, access);
            }
        }
        if self.one_in(3) {
            let condition = self.likely();
            self.line(&format!("  with Pre => {condition}"));
        }
        self.line("is");
        self.indent += 1;
        for number in 0..2 {
            let kind = self.kind();
            let value = self.value(kind, 1);
            self.line(&format!("X{number} : {} := {value};", kind.ada()));
            self.declare(&format!("X{number}"), kind, Access::Write);
        }
        // Counters are declared here and numbered as the body is written.
        let declarations = self.text.len();
        let first_counter = self.fresh;
        self.indent -= 1;
        self.line("begin");
        self.indent += 1;
        for (name, mode, kind) in &formals {
            if *mode == "out" {
                let value = self.value(*kind, 0);
                self.line(&format!("{name} := {value};"));
                self.declare(name, *kind, Access::Write);
            }
        }
        self.statements(3);
        let mut counters = String::new();
        for number in first_counter..self.fresh {
            let _ = writeln!(counters, "      W{number} : Integer := 0;");
        }
        self.text.insert_str(declarations, &counters);
        self.indent -= 1;
        self.line(&format!("end {name};"));
        self.scope.truncate(outer);
        let formals = formals.iter().map(|&(_, mode, kind)| (mode, kind));
        self.profiles.push(Profile {
            name: name.to_owned(),
            formals: formals.collect(),
        });
    }

    /// An expression of the kind's type, not always of its range.
    fn value(&mut self, kind: Kind, depth: usize) -> String {
        match kind {
            Kind::Boolean => self.expressions().boolean(depth).text,
            Kind::Integer => self.expressions().integer(depth).text,
            Kind::Small => self.expressions().small(depth).text,
        }
    }

    /// A condition on one line that holds more often than not.
    ///
    /// Where an alternative is added, the condition before it has no checks: GNAT drops
    /// `X + 1 > Y or else Z /= 300`, the overflow check with it, if it knows that Z is small
    /// (RM 11.6 allows that).
    fn likely(&mut self) -> String {
        let depth = usize::from(self.one_in(3));
        let mut expressions = self.expressions().on_one_line();
        let condition = expressions.boolean(depth).text;
        if depth == 0 {
            format!("({condition}) or else {}", expressions.likely())
        } else {
            condition
        }
    }

    fn statements(&mut self, depth: usize) {
        for _ in 0..=self.random.below(3) {
            self.statement(depth);
        }
    }

    fn statement(&mut self, depth: usize) {
        match self.random.below(if depth == 0 { 6 } else { 11 }) {
            0..=3 => self.assignment(),
            4 => self.call(),
            5 => {
                let condition = self.likely();
                let line = if self.one_in(2) {
                    format!("pragma Assert ({condition});")
                } else {
                    format!("--% assert {condition};")
                };
                // A clause alone is no statement: something must follow it.
                self.line(&line);
                self.line("null;");
            }
            6..=8 => self.conditional(depth - 1),
            9 => self.for_loop(depth - 1),
            _ => self.counted_loop(depth - 1),
        }
    }

    fn assignment(&mut self) {
        let writable: Vec<Name> = self
            .scope
            .iter()
            .filter(|name| name.access == Access::Write)
            .cloned()
            .collect();
        let target = &writable[self.random.below(writable.len())];
        let depth = self.random.below(4);
        let value = self.value(target.kind, depth);
        self.line(&format!("{} := {value};", target.text));
    }

    /// A call of an earlier procedure. What is copied back goes to variables of this procedure,
    /// each used once.
    fn call(&mut self) {
        if self.profiles.is_empty() {
            return self.assignment();
        }
        // Inside loops only the first procedure is called, so that no run gets long.
        let callable = if self.loops > 0 {
            1
        } else {
            self.profiles.len()
        };
        let number = self.random.below(callable);
        let name = self.profiles[number].name.clone();
        let mut actuals: Vec<String> = Vec::new();
        for (mode, kind) in self.profiles[number].formals.clone() {
            if mode == "in" {
                // On one line: GNAT reports what is copied back at the call, we at the actual.
                let depth = self.random.below(2);
                let value = self.value(kind, depth).split_whitespace().join(" ");
                actuals.push(value);
                continue;
            }
            let target = self.scope.iter().skip(3).rev().find(|name| {
                name.access == Access::Write
                    && (name.kind == Kind::Boolean) == (kind == Kind::Boolean)
                    && !actuals.contains(&name.text)
            });
            match target {
                Some(target) => actuals.push(target.text.clone()),
                None => return self.assignment(),
            }
        }
        if actuals.is_empty() {
            self.line(&format!("{name};"));
        } else {
            self.line(&format!("{name} ({});", actuals.join(", ")));
        }
    }

    fn loop_body(&mut self, depth: usize) {
        self.loops += 1;
        self.nested(depth);
        self.loops -= 1;
        self.line("end loop;");
    }

    fn nested(&mut self, depth: usize) {
        self.indent += 1;
        self.statements(depth);
        self.indent -= 1;
    }

    fn conditional(&mut self, depth: usize) {
        let condition = self.value(Kind::Boolean, 2);
        self.line(&format!("if {condition} then"));
        self.nested(depth);
        if self.one_in(3) {
            let condition = self.value(Kind::Boolean, 1);
            self.line(&format!("elsif {condition} then"));
            self.nested(depth);
        }
        if self.one_in(2) {
            self.line("else");
            self.nested(depth);
        }
        if self.one_in(6) {
            self.line("   return;");
        }
        self.line("end if;");
    }

    fn for_loop(&mut self, depth: usize) {
        self.fresh += 1;
        let parameter = format!("I{}", self.fresh);
        let low = self.random.below(4);
        let high = self.expressions().integer(1).in_parentheses();
        let direction = if self.one_in(3) { "reverse " } else { "" };
        self.line(&format!(
            "for {parameter} in {direction}{low} .. {high} mod 6 loop"
        ));
        self.declare(&parameter, Kind::Integer, Access::Read);
        self.loop_body(depth);
        self.scope.pop();
    }

    fn counted_loop(&mut self, depth: usize) {
        let counter = format!("W{}", self.fresh);
        self.fresh += 1;
        let condition = self.value(Kind::Boolean, 1);
        self.line(&format!("{counter} := 0;"));
        if self.one_in(2) {
            self.line(&format!("while {counter} < 4 and then ({condition}) loop"));
        } else {
            self.line("loop");
            self.line(&format!("   exit when {counter} > 3 or ({condition});"));
        }
        self.line(&format!("   {counter} := {counter} + 1;"));
        self.loop_body(depth);
    }
}
