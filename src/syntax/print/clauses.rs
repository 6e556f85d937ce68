//! `--%` clauses.

use std::fmt;

use itertools::Itertools;

use super::super::ast::{Clause, ClauseKind, Formula, PathQuantifier, PredicateText, Temporal};

impl fmt::Display for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            ClauseKind::Assert(condition) => write!(f, "--% assert {condition};"),
            ClauseKind::Assume(condition) => write!(f, "--% assume {condition};"),
            ClauseKind::Predicate(list) => {
                write!(f, "--% predicate {};", list.iter().join(", "))
            }
            ClauseKind::Invariant(predicate) => write!(f, "--% invariant {predicate};"),
            ClauseKind::Ctl(formula) => write!(f, "--% ctl {formula};"),
            ClauseKind::Havoc(list) => write!(f, "--% havoc {};", list.iter().join(", ")),
            ClauseKind::Nondet(list) => write!(f, "--% nondet {};", list.iter().join(", ")),
            ClauseKind::Label(name) => write!(f, "--% label {name};"),
            ClauseKind::Option(settings) => {
                let settings = settings
                    .iter()
                    .map(|(name, value)| format!("{name} = {value}"));
                write!(f, "--% option {};", settings.collect::<Vec<_>>().join(", "))
            }
        }
    }
}

impl fmt::Display for PredicateText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.name {
            Some(name) => write!(f, "{name} : {}", self.text),
            None => f.write_str(&self.text),
        }
    }
}

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Formula::Condition(condition) => write!(f, "{condition}"),
            Formula::Not(inner) => write!(f, "not ({inner})"),
            Formula::And(left, right) => write!(f, "({left}) and ({right})"),
            Formula::Or(left, right) => write!(f, "({left}) or ({right})"),
            Formula::Implies(left, right) => write!(f, "({left}) -> ({right})"),
            Formula::Temporal(path, when, inner) => write!(f, "{path}{when} ({inner})"),
            Formula::Until(path, left, right) => write!(f, "{path} [({left}) U ({right})]"),
        }
    }
}

impl fmt::Display for PathQuantifier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            PathQuantifier::All => "A",
            PathQuantifier::Some => "E",
        })
    }
}

impl fmt::Display for Temporal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Temporal::Next => "X",
            Temporal::Finally => "F",
            Temporal::Globally => "G",
        })
    }
}
