//! Contexts and questions as commands.

use std::collections::{BTreeMap, BTreeSet};

use super::bits::{Integers, bit_script};
use super::dialect::Dialect;
use super::names::function_to_smt;
use super::oracle::{Context, Literal};
use super::prelude::{BITS, POWER};
use super::print::{Printer, declarations};
use crate::logic::{Sort, Term, TermKind, Variable};

/// All variables of a context, in order.
pub(super) fn variables(context: &Context) -> BTreeSet<Variable> {
    terms(context).flat_map(Term::variables).collect()
}

fn terms(context: &Context) -> impl Iterator<Item = &Term> {
    context.facts.iter().chain(&context.atoms)
}

/// The uninterpreted functions of a context with the sorts of their arguments and their values.
fn functions(context: &Context) -> BTreeMap<&str, (Vec<Sort>, &Sort)> {
    let mut found = BTreeMap::new();
    let mut open: Vec<&Term> = terms(context).collect();
    while let Some(term) = open.pop() {
        if let TermKind::Apply(function, arguments, sort) = term.kind() {
            let sorts = arguments.iter().map(Term::sort).collect();
            found.insert(function.as_ref(), (sorts, sort));
        }
        open.extend(term.operands());
    }
    found
}

/// The commands that set a context up after the prelude, a line each.
pub(super) fn script(context: &Context, dialect: Dialect, integers: Integers) -> Vec<String> {
    if integers == Integers::Bits
        && let Some(lines) = bit_script(context)
    {
        return lines;
    }
    let mut printer = Printer::new(dialect);
    let mut asserted = Vec::new();
    for fact in &context.facts {
        let text = printer.text(fact);
        asserted.append(&mut printer.auxiliary);
        asserted.push(format!("(assert {text})"));
    }
    for (at, atom) in context.atoms.iter().enumerate() {
        let text = printer.text(atom);
        asserted.append(&mut printer.auxiliary);
        asserted.push(format!("(declare-const a{at} Bool)"));
        asserted.push(format!("(assert (= a{at} {text}))"));
    }
    let mut lines = declarations(&variables(context));
    for (function, (arguments, sort)) in functions(context) {
        let arguments: Vec<String> = arguments.iter().map(Sort::to_string).collect();
        lines.push(format!(
            "(declare-fun {} ({}) {sort})",
            function_to_smt(function),
            arguments.join(" ")
        ));
    }
    if printer.uses_power {
        lines.extend(POWER.map(str::to_owned));
    }
    if printer.uses_bits {
        lines.extend(BITS.map(str::to_owned));
    }
    lines.append(&mut asserted);
    lines
}

/// The question whether the assumptions can hold. Not every solver takes an empty list of them.
pub(super) fn check_text(assumptions: &[Literal]) -> String {
    if assumptions.is_empty() {
        "(check-sat)".to_owned()
    } else {
        format!("(check-sat-assuming ({}))", assumption_text(assumptions))
    }
}

/// Literals over the atoms `a0`, `a1`, ….
fn assumption_text(assumptions: &[Literal]) -> String {
    let literals: Vec<String> = assumptions
        .iter()
        .map(|literal| {
            if literal.positive {
                format!("a{}", literal.atom)
            } else {
                format!("(not a{})", literal.atom)
            }
        })
        .collect();
    literals.join(" ")
}
