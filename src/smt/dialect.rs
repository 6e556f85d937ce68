//! The solvers whose dialect and command line are known.

use std::fmt;
use std::path::Path;

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
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Dialect::Z3 => "z3",
            Dialect::Cvc5 => "cvc5",
        })
    }
}
