//! Settings as the user writes them, in `--% option` clauses and on the command line.

use std::collections::BTreeMap;
use std::str::FromStr;

use super::config::{
    Blocks, Conditions, Config, Correlation, CubeLimit, Encoding, Engine, Method, Settings,
};
use crate::diagnostic::Diagnostic;
use crate::program::{OptionClause, Program};

/// Settings of which each may be left open.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Wishes {
    /// `--method`
    pub method: Option<Method>,
    /// `--max-cube`
    pub max_cube: Option<CubeLimit>,
    /// `--correlation`
    pub correlation: Option<Correlation>,
    /// `--encoding`
    pub encoding: Option<Encoding>,
    /// `--post-literals`
    pub post_literals: Option<CubeLimit>,
    /// `--engine`
    pub engine: Option<Engine>,
    /// `--control`
    pub control: Option<Conditions>,
    /// `--block`
    pub blocks: Option<Blocks>,
}

/// A value that an option does not take; says what it takes.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("expected {0}")]
pub struct WrongValue(&'static str);

impl Wishes {
    /// The settings with these wishes granted.
    fn apply(self, settings: Settings) -> Settings {
        Settings {
            method: self.method.unwrap_or(settings.method),
            max_cube: self.max_cube.unwrap_or(settings.max_cube),
            correlation: self.correlation.unwrap_or(settings.correlation),
            encoding: self.encoding.unwrap_or(settings.encoding),
            post_literals: self.post_literals.or(settings.post_literals),
            engine: self.engine.unwrap_or(settings.engine),
            control: self.control.unwrap_or(settings.control),
            blocks: self.blocks.unwrap_or(settings.blocks),
        }
    }

    /// These wishes, and the other's where nothing is wished here.
    fn or(self, other: Wishes) -> Wishes {
        Wishes {
            method: self.method.or(other.method),
            max_cube: self.max_cube.or(other.max_cube),
            correlation: self.correlation.or(other.correlation),
            encoding: self.encoding.or(other.encoding),
            post_literals: self.post_literals.or(other.post_literals),
            engine: self.engine.or(other.engine),
            control: self.control.or(other.control),
            blocks: self.blocks.or(other.blocks),
        }
    }

    /// Takes up one `--% option` clause.
    fn read(&mut self, clause: &OptionClause) -> Result<(), Diagnostic> {
        let wrong = |error: WrongValue| {
            let message = format!("option {} cannot be `{}`", clause.name, clause.value);
            Diagnostic::error(clause.span, message).with_help(error.to_string())
        };
        let value = clause.value.as_str();
        match clause.name.as_str() {
            "method" => self.method = Some(value.parse().map_err(wrong)?),
            "max_cube" => self.max_cube = Some(value.parse().map_err(wrong)?),
            "correlation" => self.correlation = Some(value.parse().map_err(wrong)?),
            "encoding" => self.encoding = Some(value.parse().map_err(wrong)?),
            "post_literals" => self.post_literals = Some(value.parse().map_err(wrong)?),
            "engine" => self.engine = Some(value.parse().map_err(wrong)?),
            "control" => self.control = Some(value.parse().map_err(wrong)?),
            "block" => self.blocks = Some(value.parse().map_err(wrong)?),
            other => {
                let message = format!("there is no option {other}");
                let known = "the options are method, max_cube, correlation, encoding, post_literals, \
                             engine, control, block";
                return Err(Diagnostic::error(clause.span, message).with_help(known));
            }
        }
        Ok(())
    }
}

impl Config {
    /// The configuration of a program: the command line decides, then the clauses of the
    /// subprogram, then those of the unit, then the defaults.
    ///
    /// # Errors
    /// A clause that sets an unknown option or a wrong value.
    pub fn new(program: &Program, command_line: Wishes) -> Result<Config, Vec<Diagnostic>> {
        Config::unless_told(program, command_line, Settings::default())
    }

    /// The same with other settings where nothing is said.
    ///
    /// # Errors
    /// As [`Config::new`].
    pub fn unless_told(
        program: &Program,
        command_line: Wishes,
        usual: Settings,
    ) -> Result<Config, Vec<Diagnostic>> {
        let mut unit = Wishes::default();
        let mut own: BTreeMap<_, Wishes> = BTreeMap::new();
        let mut wrong = Vec::new();
        for clause in &program.options {
            let wishes = match clause.scope {
                None => &mut unit,
                Some(subprogram) => own.entry(subprogram).or_default(),
            };
            wrong.extend(wishes.read(clause).err());
        }
        if !wrong.is_empty() {
            return Err(wrong);
        }
        let settings = |wishes: Wishes| command_line.or(wishes).apply(usual);
        Ok(Config {
            settings: settings(unit),
            exceptions: own
                .into_iter()
                .map(|(subprogram, wishes)| (subprogram, settings(wishes.or(unit))))
                .collect(),
            ..Config::default()
        })
    }
}

/// Reads one of several words.
macro_rules! words {
    ($type:ident, $expected:literal, $($word:literal => $variant:ident),+) => {
        impl FromStr for $type {
            type Err = WrongValue;

            fn from_str(text: &str) -> Result<$type, WrongValue> {
                match text {
                    $($word => Ok($type::$variant),)+
                    _ => Err(WrongValue($expected)),
                }
            }
        }
    };
}

words!(Method, "direct, cartesian or adaptive",
    "direct" => Direct, "cartesian" => Cartesian, "adaptive" => Adaptive);
words!(Correlation, "constrain or choose", "constrain" => Constrain, "choose" => Choose);
words!(Encoding, "wp or sat", "wp" => WeakestPrecondition, "sat" => Satisfiability);
words!(Engine, "table or allsmt", "table" => Table, "allsmt" => AllSmt);
words!(Conditions, "branch, predicates or posneg",
    "branch" => Branch, "predicates" => Predicates, "posneg" => PosNeg);
words!(Blocks, "basic or large", "basic" => Basic, "large" => Large);

impl FromStr for CubeLimit {
    type Err = WrongValue;

    fn from_str(text: &str) -> Result<CubeLimit, WrongValue> {
        match text {
            "all" => Ok(CubeLimit::All),
            number => match number.parse() {
                Ok(0) | Err(_) => Err(WrongValue("a number of literals, from 1 on, or all")),
                Ok(literals) => Ok(CubeLimit::AtMost(literals)),
            },
        }
    }
}
