//! The solvers whose dialect and command line are known.

use std::fmt;
use std::path::Path;

use super::find::Version;

/// Which solver a text is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Dialect {
    /// z3 reads arrays given by a lambda.
    Z3,
    /// cvc5 does not, and wants constants in constant arrays.
    Cvc5,
}

impl Dialect {
    /// By the name of the executable; what is not cvc5 is taken for z3.
    pub fn of(command: &str) -> Dialect {
        let name = Path::new(command).file_name();
        if name.is_some_and(|name| name.to_string_lossy().starts_with("cvc5")) {
            Dialect::Cvc5
        } else {
            Dialect::Z3
        }
    }

    /// The oldest version that understands what we say.
    pub(super) fn oldest_version(self) -> Version {
        match self {
            Dialect::Z3 => Version::new(4, 8, 10),
            Dialect::Cvc5 => Version::new(1, 0, 0),
        }
    }

    /// The versions that the tests run with.
    pub(super) fn tested_versions(self) -> &'static [Version] {
        const Z3: [Version; 1] = [Version::new(5, 4, 0)];
        const CVC5: [Version; 1] = [Version::new(1, 0, 3)];
        match self {
            Dialect::Z3 => &Z3,
            Dialect::Cvc5 => &CVC5,
        }
    }

    /// Whether it tells which assumptions contradict each other. cvc5 1.0 answers with an empty
    /// list, which would mean that the facts do.
    pub(super) fn has_cores(self) -> bool {
        self == Dialect::Z3
    }

    /// Whether it can forget everything and go on.
    pub(super) fn can_reset(self) -> bool {
        self == Dialect::Z3
    }

    /// Whether an echo is acknowledged like other commands.
    pub(super) fn acknowledges_echo(self) -> bool {
        self == Dialect::Cvc5
    }

    /// The arguments of a process that is to give each question up after so many steps.
    pub(super) fn arguments(self, steps: u32) -> Vec<String> {
        let arguments: &[&str] = match self {
            Dialect::Z3 => &["-in", "-smt2"],
            Dialect::Cvc5 => &["--incremental", "--produce-models", "--lang=smt2", "-q"],
        };
        let mut arguments: Vec<String> = arguments.iter().map(|&text| text.to_owned()).collect();
        if self == Dialect::Cvc5 {
            arguments.push(format!("--rlimit-per={steps}"));
        }
        arguments
    }

    /// What such a process is told first.
    pub(super) fn greeting(self, steps: u32) -> Vec<String> {
        let mut lines = vec!["(set-option :print-success true)".to_owned()];
        match self {
            Dialect::Z3 => {
                lines.push("(set-option :produce-models true)".to_owned());
                lines.push("(set-option :produce-unsat-assumptions true)".to_owned());
                lines.push(format!("(set-option :rlimit {steps})"));
            }
            Dialect::Cvc5 => lines.push("(set-logic ALL)".to_owned()),
        }
        lines
    }
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Dialect::Z3 => "z3",
            Dialect::Cvc5 => "cvc5",
        })
    }
}
