//! Syntax as Ada text, laid out in one way. Reading it again gives the same syntax.

mod clauses;
mod declarations;
mod expressions;
mod statements;
mod types;

use std::fmt;

use itertools::Itertools;

use super::ast::{ContextItem, Declaration, Name, Unit, UseClause, UseKind, WithClause};

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for item in &self.context {
            match item {
                ContextItem::With(with) => writeln!(f, "{with}")?,
                ContextItem::Use(used) => writeln!(f, "{used}")?,
                ContextItem::Pragma(pragma) => writeln!(f, "{pragma}")?,
            }
        }
        for clause in &self.clauses {
            writeln!(f, "{clause}")?;
        }
        if !self.subunit_of.is_empty() {
            writeln!(f, "separate ({})", self.subunit_of.iter().join("."))?;
        }
        if self.is_private {
            write!(f, "private ")?;
        }
        declarations::declaration(f, &self.item, 0)?;
        for pragma in &self.pragmas {
            writeln!(f, "{pragma}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Declaration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        declarations::declaration(f, self, 0)
    }
}

impl fmt::Display for WithClause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let limited = if self.is_limited { "limited " } else { "" };
        let private = if self.is_private { "private " } else { "" };
        let units = self.units.iter().map(|unit| unit.iter().join("."));
        write!(f, "{limited}{private}with {};", units.format(", "))
    }
}

impl fmt::Display for UseClause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = match self.kind {
            UseKind::Package => "use",
            UseKind::Type => "use type",
            UseKind::AllType => "use all type",
        };
        write!(f, "{words} {};", self.names.iter().format(", "))
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

fn indent(f: &mut fmt::Formatter<'_>, depth: usize) -> fmt::Result {
    write!(f, "{:1$}", "", 3 * depth)
}

/// A word with a blank after it, if it stands there.
fn word(f: &mut fmt::Formatter<'_>, word: Option<&str>) -> fmt::Result {
    word.map_or(Ok(()), |word| write!(f, "{word} "))
}
