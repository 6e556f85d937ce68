//! Packages so small that all their runs can be made: what is true of their checks is known.

#![allow(dead_code, reason = "each test file uses a part of this")]

use std::collections::BTreeMap;
use std::fmt::Write as _;

use sabs::flow::FlowProgram;
use sabs::interpret::{Limits, Outcome, RandomEnvironment, Start, Values, initial_globals, run};
use sabs::logic::{Sort, Value, Variable};
use sabs::program::SubprogramId;
use sabs::verdict::CheckId;

/// Numbers go from 0 to this.
const LAST: usize = 3;

/// A package with a variable and two procedures, one of which may call the other.
pub(crate) struct Tiny {
    pub(crate) name: String,
    pub(crate) specification: String,
    pub(crate) body: String,
}

impl Tiny {
    pub(crate) fn generate(seed: u64) -> Tiny {
        let mut writer = Writer {
            random: RandomEnvironment::new(seed.wrapping_mul(2_654_435_761) + 17),
            text: String::new(),
            indent: 2,
            may_call: false,
            // Solvers take longer over arrays: a quarter of the packages has them.
            is_rich: matches!(seed % 16, 0 | 3 | 6 | 11),
        };
        let name = format!("T{seed}");
        let initial = writer.random.below(LAST + 1);
        let specification = format!(
            "package {name} is\n   subtype Small is Integer range 0 .. {LAST};\n   \
             G : Small := {initial};\n   procedure P (X : Small; Y : in out Small);\n   \
             procedure Q (X : Small);\nend {name};\n"
        );
        let _ = writeln!(writer.text, "package body {name} is");
        if writer.is_rich {
            writer.indent = 1;
            for declaration in [
                "type Row is array (Small) of Small;",
                "type Colour is (Red, Green, Blue);",
                "type Wheel is mod 4;",
            ] {
                writer.line(declaration);
            }
        }
        writer.procedure("P (X : Small; Y : in out Small)", "P");
        writer.may_call = true;
        writer.procedure("Q (X : Small)", "Q");
        let _ = writeln!(writer.text, "end {name};");
        Tiny {
            name,
            specification,
            body: writer.text,
        }
    }
}

struct Writer {
    random: RandomEnvironment,
    text: String,
    indent: usize,
    may_call: bool,
    /// Whether there are arrays, enumerations and modular types.
    is_rich: bool,
}

impl Writer {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.text, "{}{text}", "   ".repeat(self.indent));
    }

    fn pick<'t>(&mut self, all: &[&'t str]) -> &'t str {
        all[self.random.below(all.len())]
    }

    fn procedure(&mut self, profile: &str, name: &str) {
        self.indent = 1;
        self.line(&format!("procedure {profile} is"));
        self.indent = 2;
        let first = self.random.below(LAST + 1);
        self.line(&format!("L : Small := {first};"));
        if self.may_call {
            self.line("Y : Small := 0;");
        }
        if self.is_rich {
            self.line(&format!("A : Row := (1 => {first}, others => 0);"));
            self.line("C : Colour := Green;");
            self.line("M : Wheel := 1;");
        }
        self.indent = 1;
        self.line("begin");
        self.indent = 2;
        for _ in 0..2 + self.random.below(3) {
            self.statement(2);
        }
        self.indent = 1;
        self.line(&format!("end {name};"));
    }

    fn number(&mut self) -> String {
        if self.is_rich && self.random.below(6) == 0 {
            let others = [
                "A (X)",
                "A (L)",
                "A (G - 1)",
                "A (L + 1)",
                "Small (M)",
                "Colour'Pos (C)",
            ];
            return self.pick(&others).to_owned();
        }
        match self.random.below(3) {
            0 => self.random.below(LAST + 1).to_string(),
            _ => self.pick(&["X", "Y", "L", "G"]).to_owned(),
        }
    }

    fn sum(&mut self) -> String {
        let (a, b) = (self.number(), self.number());
        let operator = self.pick(&["+", "-", "*"]);
        format!("{a} {operator} {b}")
    }

    fn condition(&mut self) -> String {
        if self.is_rich && self.random.below(6) == 0 {
            let others = [
                "C = Red",
                "C /= Blue",
                "M < 2",
                "M = 3",
                "C in Green .. Blue",
            ];
            return self.pick(&others).to_owned();
        }
        let (a, b) = (self.number(), self.number());
        let comparison = self.pick(&["=", "/=", "<", "<=", ">", ">="]);
        let first = format!("{a} {comparison} {b}");
        if self.random.below(4) > 0 {
            return first;
        }
        let (a, b) = (self.number(), self.number());
        let connective = self.pick(&["and then", "or else"]);
        format!("{first} {connective} {a} /= {b}")
    }

    fn block(&mut self, depth: usize) {
        self.indent += 1;
        for _ in 0..=self.random.below(2) {
            self.statement(depth - 1);
        }
        self.indent -= 1;
    }

    fn statement(&mut self, depth: usize) {
        let target = self.pick(&["Y", "L", "G"]);
        if self.is_rich && self.random.below(3) == 0 {
            self.rich_statement(target);
            return;
        }
        match self.random.below(if depth > 0 { 10 } else { 6 }) {
            0 | 1 => {
                let sum = self.sum();
                self.line(&format!("{target} := ({sum}) mod {};", LAST + 1));
            }
            2 => {
                let sum = self.sum();
                self.line(&format!("{target} := {sum};"));
            }
            3 => {
                let condition = self.condition();
                self.line(&format!("pragma Assert ({condition});"));
            }
            4 if self.may_call => {
                let argument = self.number();
                let actual = self.pick(&["L", "Y"]);
                self.line(&format!("P ({argument}, {actual});"));
            }
            4 | 5 => {
                let (sum, bound) = (self.sum(), self.random.below(LAST + 1));
                self.line(&format!("if {sum} in 0 .. {bound} then"));
                self.line(&format!("   {target} := {sum};"));
                self.line("end if;");
            }
            6 | 7 => {
                let condition = self.condition();
                self.line(&format!("if {condition} then"));
                self.block(depth);
                if self.random.below(2) == 0 {
                    self.line("else");
                    self.block(depth);
                }
                self.line("end if;");
            }
            8 => {
                let (first, last) = (self.number(), self.number());
                self.line(&format!("for I in {first} .. {last} loop"));
                self.block(depth);
                self.line("end loop;");
            }
            _ => {
                let bound = self.number();
                self.line(&format!("while {target} < {bound} loop"));
                self.line(&format!("   {target} := {target} + 1;"));
                self.block(depth);
                self.line("end loop;");
            }
        }
    }

    /// A statement about an array, an enumeration or a modular number.
    fn rich_statement(&mut self, target: &str) {
        match self.random.below(4) {
            0 => {
                let (index, value) = (self.pick(&["X", "L", "Y", "L + 1"]), self.number());
                self.line(&format!("A ({index}) := {value};"));
            }
            1 => {
                let sum = self.pick(&["M + 1", "M - 1", "M * 3", "Wheel (L)", "Wheel (X) + M"]);
                self.line(&format!("M := {sum};"));
            }
            2 => {
                let value = self.pick(&[
                    "Red",
                    "Blue",
                    "Colour'Val (X mod 3)",
                    "Colour'Succ (C)",
                    "(if C = Blue then Red else Colour'Succ (C))",
                ]);
                self.line(&format!("C := {value};"));
            }
            _ => {
                let (one, other) = (self.number(), self.number());
                self.line("case C is");
                self.line(&format!("   when Red => {target} := {one};"));
                self.line(&format!("   when Green | Blue => {target} := {other};"));
                self.line("end case;");
            }
        }
    }
}

/// One call.
pub(crate) struct Call {
    /// How it ends.
    pub(crate) outcome: Ending,
}

/// How a call ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Ending {
    /// It returns with the variable and, of `P`, the second argument like this.
    Returned(usize, Option<usize>),
    /// The check fails.
    Failed(CheckId),
    /// Nobody knows how, or whether.
    Endless,
}

/// All calls that can come about: whoever calls may have set the variable, which anybody can see.
pub(crate) fn all_calls(flow: &FlowProgram) -> Vec<Call> {
    let mut calls = Vec::new();
    for global in 0..=LAST {
        for (procedure, count) in [("P", 2), ("Q", 1)] {
            for number in 0..(LAST + 1).pow(count) {
                let mut arguments = vec![number % (LAST + 1)];
                if count == 2 {
                    arguments.push(number / (LAST + 1));
                }
                let outcome = call(flow, global, procedure, &arguments);
                calls.push(Call { outcome });
            }
        }
    }
    calls
}

fn call(flow: &FlowProgram, global: usize, procedure: &str, arguments: &[usize]) -> Ending {
    let is_it = |name: &str| name.ends_with(&format!(".{procedure}"));
    let at = flow.subprograms.iter().position(|one| is_it(&one.name));
    let id = SubprogramId(u32::try_from(at.unwrap()).unwrap());
    let formals = &flow.subprogram(id).formals;
    let given = formals.iter().zip(arguments).map(|(formal, value)| {
        (
            formal.variable.variable.clone(),
            Value::Int((*value).into()),
        )
    });
    let mut globals = initial_globals(flow);
    let variable = globals.keys().find(|one| one.sort == Sort::Int).unwrap();
    let variable: Variable = variable.clone();
    globals.insert(variable.clone(), Value::Int(global.into()));
    let start = Start::Subprogram {
        id,
        globals,
        arguments: given.collect(),
    };
    // What has not come to an end by then goes round in circles: there are few states.
    let limits = Limits { steps: 30_000 };
    let mut nobody = RandomEnvironment::new(1);
    match run(flow, start, &mut nobody, limits, &mut |_| {}) {
        Outcome::Returned { globals, results } => {
            Ending::Returned(number(&globals, &variable), changed(&results))
        }
        Outcome::Failed { check, .. } => Ending::Failed(check),
        Outcome::Assumption { .. } | Outcome::Unanswered { .. } | Outcome::OutOfSteps => {
            Ending::Endless
        }
    }
}

fn number(values: &Values, variable: &Variable) -> usize {
    usize::try_from(values[variable].as_int().clone()).unwrap()
}

/// The second argument of `P`.
fn changed(results: &BTreeMap<Variable, Value>) -> Option<usize> {
    let value = results.values().next()?;
    usize::try_from(value.as_int().clone()).ok()
}
