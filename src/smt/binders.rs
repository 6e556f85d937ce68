//! Arrays, quantifiers and whatever else binds variables, as SMT-LIB text.

use std::fmt::Write as _;

use num_bigint::BigInt;
use num_traits::ToPrimitive;

use super::dialect::Dialect;
use super::names::{auxiliary, variable_to_smt};
use super::print::Printer;
use crate::logic::{Binder, Quantifier, Sort, Term, TermKind, Variable};

/// A static range is written out if it has no more values than this.
const EXPANDED_RANGE: usize = 32;
/// … and if that takes no more nodes than this.
const EXPANDED_NODES: usize = 4096;

impl Printer {
    pub(super) fn select(&mut self, array: &Term, index: &Term) -> String {
        if let TermKind::Comprehension(binder, body, otherwise) = array.kind() {
            let read = Term::if_then_else(
                binder.membership(index),
                body.replace(&binder.variable, index),
                Term::select(otherwise.clone(), index.clone()),
            );
            return self.text(&read);
        }
        self.application("select", &[array, index])
    }

    pub(super) fn constant_array(&mut self, array: &Term, element: &Term) -> String {
        if self.dialect == Dialect::Z3 || element.as_value().is_some() {
            return format!("((as const {}) {})", array.sort(), self.text(element));
        }
        self.axiomatised(array, |printer, _| printer.text(element))
    }

    pub(super) fn comprehension(
        &mut self,
        array: &Term,
        binder: &Binder,
        body: &Term,
        otherwise: &Term,
    ) -> String {
        if let Some(values) = expansion(binder, body) {
            let stores = values.into_iter().fold(otherwise.clone(), |rest, value| {
                let element = body.replace(&binder.variable, &value);
                Term::store(rest, value, element)
            });
            return self.text(&stores);
        }
        let read = |printer: &mut Printer, index: &Variable| {
            let index = Term::variable(index);
            printer.select(array, &index)
        };
        if self.dialect == Dialect::Cvc5 {
            return self.axiomatised(array, read);
        }
        let index = self.fresh_variable(array);
        self.bound.push(index.clone());
        let element = read(self, &index);
        self.bound.pop();
        format!("(lambda (({} Int)) {element})", variable_to_smt(&index))
    }

    /// A symbol for an array, defined by what stands at each index.
    fn axiomatised(
        &mut self,
        array: &Term,
        element: impl Fn(&mut Printer, &Variable) -> String,
    ) -> String {
        let free = array.variables();
        let mut parameters = self.bound.clone();
        parameters.retain(|variable| free.contains(variable));
        parameters.sort();
        parameters.dedup();
        let key = (array.clone(), parameters.clone());
        if let Some(symbol) = self.arrays.get(&key) {
            return applied(symbol, &parameters);
        }
        let symbol = auxiliary(self.arrays.len());
        self.arrays.insert(key, symbol.clone());
        let index = self.fresh_variable(array);
        let around = std::mem::replace(&mut self.bound, parameters.clone());
        self.bound.push(index.clone());
        let element = element(self, &index);
        self.bound = around;
        let sorts = vec!["Int"; parameters.len()].join(" ");
        self.auxiliary
            .push(format!("(declare-fun {symbol} ({sorts}) {})", array.sort()));
        let mut bound = String::new();
        for variable in parameters.iter().chain([&index]) {
            let _ = write!(bound, "({} Int)", variable_to_smt(variable));
        }
        let reference = applied(&symbol, &parameters);
        self.auxiliary.push(format!(
            "(assert (forall ({bound}) (= (select {reference} {}) {element})))",
            variable_to_smt(&index)
        ));
        reference
    }

    /// A variable to bind that is neither free in `term` nor bound around it.
    fn fresh_variable(&self, term: &Term) -> Variable {
        let free = term.variables();
        let mut number = 0;
        loop {
            let name = format!("index{number}");
            let taken = |variable: &Variable| *variable.name == *name;
            if !free.iter().any(taken) && !self.bound.iter().any(taken) {
                return Variable::new(&name, Sort::Int);
            }
            number += 1;
        }
    }

    pub(super) fn quantified(
        &mut self,
        term: &Term,
        quantifier: Quantifier,
        binder: &Binder,
        body: &Term,
    ) -> String {
        if let Some(values) = expansion(binder, body) {
            let instances = values
                .iter()
                .map(|value| body.replace(&binder.variable, value));
            let written = match quantifier {
                Quantifier::ForAll => Term::and(instances),
                Quantifier::Exists => Term::or(instances),
            };
            return self.text(&written);
        }
        let (word, connective) = match quantifier {
            Quantifier::ForAll => ("forall", "=>"),
            Quantifier::Exists => ("exists", "and"),
        };
        // The bounds may mention a variable of the same name that is not this one.
        let variable = self.fresh_variable(term);
        let value = Term::variable(&variable);
        self.bound.push(variable.clone());
        let range = self.text(&binder.membership(&value));
        let body = self.text(&body.replace(&binder.variable, &value));
        self.bound.pop();
        let variable = variable_to_smt(&variable);
        format!("({word} (({variable} Int)) ({connective} {range} {body}))")
    }
}

fn applied(symbol: &str, parameters: &[Variable]) -> String {
    if parameters.is_empty() {
        return symbol.to_owned();
    }
    let arguments: Vec<String> = parameters.iter().map(variable_to_smt).collect();
    format!("({symbol} {})", arguments.join(" "))
}

/// Whether solvers are told what is bound instance by instance, without a quantifier.
pub fn is_written_out(binder: &Binder, body: &Term) -> bool {
    expansion(binder, body).is_some()
}

/// The values a bound variable takes, if it is worth writing the body out for each.
fn expansion(binder: &Binder, body: &Term) -> Option<Vec<Term>> {
    let (low, high) = binder.static_range()?;
    let length = (high - low + BigInt::from(1)).to_usize()?;
    if length > EXPANDED_RANGE || length * size(body, EXPANDED_NODES) > EXPANDED_NODES {
        return None;
    }
    Some((0..length).map(|at| Term::int(low + at)).collect())
}

/// How many nodes the term has as a tree, counted up to `limit`.
fn size(term: &Term, limit: usize) -> usize {
    let mut count = 0;
    let mut open = vec![term];
    while let Some(term) = open.pop() {
        count += 1;
        if count >= limit {
            break;
        }
        open.extend(term.operands());
    }
    count
}
