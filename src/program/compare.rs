//! Comparisons and membership tests.

use super::elaborator::Elaborator;
use super::expressions::within;
use super::frame::{Declared, Parameter};
use super::interval::Interval;
use super::kind::Kind;
use super::names::exists;
use super::operators::position_term;
use super::place::{bound_index, length, shift};
use super::tree::Tree;
use super::typed_value::Typed;
use super::types::{Constraint, Subtype, Type, TypeKind};
use crate::logic::{Arithmetic, Binder, Comparison, Quantifier, Sort, Term};
use crate::syntax::ast;

impl Elaborator {
    /// A comparison of two operands of one type.
    pub(super) fn compared(
        &mut self,
        expression: &ast::Expression,
        comparison: Comparison,
        a: Typed,
        b: Typed,
    ) -> Typed {
        let boolean = Subtype::of(&self.standard.boolean);
        let result = Typed {
            kind: boolean.kind(),
            interval: Interval::new(0, 1),
            ..Typed::error(expression.position)
        };
        let is_equality = matches!(comparison, Comparison::Equal | Comparison::NotEqual);
        let base = a.kind.base().or(b.kind.base()).cloned();
        let is_unknown = a.value.is_lost()
            || b.value.is_lost()
            || base
                .as_ref()
                .is_some_and(|base| base.lost().is_some() || self.has_own_equality(base));
        let is_composite = base
            .as_ref()
            .is_some_and(|base| base.array().is_some() || base.record().is_some());
        if is_unknown || is_composite && !is_equality && !is_ordered(base.as_deref()) {
            let what = "comparison of values that are not modelled";
            let lost = result.evaluated(vec![a, b]);
            return self.replaced_by_lost(lost, &boolean, expression.position, what);
        }
        let (x, y) = (a.term(), b.term());
        let is_truth = x.sort() == Sort::Bool && !is_composite;
        let term = match (&base, comparison) {
            // False is less than True.
            (_, Comparison::Less) if is_truth => Term::and([Term::not(x), y]),
            (_, Comparison::LessEqual) if is_truth => Term::or([Term::not(x), y]),
            (_, Comparison::Greater) if is_truth => Term::and([x, Term::not(y)]),
            (_, Comparison::GreaterEqual) if is_truth => Term::or([x, Term::not(y)]),
            (Some(base), Comparison::Equal) if is_composite => {
                equal_trees(base, &a.value, &b.value, 0)
            }
            (Some(base), Comparison::NotEqual) if is_composite => {
                Term::not(equal_trees(base, &a.value, &b.value, 0))
            }
            (_, Comparison::Less) if is_composite => precedes(&a.value, &b.value),
            (_, Comparison::Greater) if is_composite => precedes(&b.value, &a.value),
            (_, Comparison::LessEqual) if is_composite => Term::not(precedes(&b.value, &a.value)),
            (_, Comparison::GreaterEqual) if is_composite => {
                Term::not(precedes(&a.value, &b.value))
            }
            _ => Term::compare(comparison, x, y),
        };
        let is_static = a.fixed.is_some() && b.fixed.is_some();
        Typed {
            fixed: is_static.then(|| term.as_value()).flatten(),
            value: Tree::Leaf(term),
            ..result
        }
        .evaluated(vec![a, b])
    }

    /// Whether the user says when values of a record type, or those in a composite one, are equal:
    /// the equality of the whole would have to ask that function.
    fn has_own_equality(&self, base: &Type) -> bool {
        let is_told = |declared: &Declared| {
            let is_of = |parameter: &Parameter| parameter.subtype.base.root() == base.root();
            declared.subprogram.name.contains("\"=\"") && declared.parameters.iter().all(is_of)
        };
        match (base.array(), base.record()) {
            (Some(array), _) => self.has_own_equality(&array.component.base),
            (None, Some(record)) => {
                let mut components = record.components.iter();
                components.any(|component| self.has_own_equality(&component.subtype.base))
                    || self.subprograms.iter().any(is_told)
            }
            (None, None) => false,
        }
    }

    /// `operand in choices`; a choice is evaluated only where those before it do not hold.
    pub(super) fn membership(
        &mut self,
        expression: &ast::Expression,
        operand: &ast::Expression,
        choices: &[ast::Choice],
    ) -> Typed {
        let boolean = Subtype::of(&self.standard.boolean);
        let expected = self.tested_type(operand, choices);
        let mut tested = self.expression(operand, expected.as_ref());
        if let (Kind::Universal, Some(expected)) = (&tested.kind, &expected)
            && tested.fixed.is_none()
        {
            tested = self.converted(operand, tested, expected);
        }
        let mut result = Typed {
            kind: boolean.kind(),
            value: Tree::Leaf(Term::bool(false)),
            interval: Interval::new(0, 1),
            ..Typed::error(expression.position)
        };
        let mut is_static = tested.fixed.is_some();
        let mut operands = Vec::new();
        let mut is_error = tested.is_error();
        let mut is_unknown = tested.value.is_lost();
        for choice in choices {
            let Some((term, mut parts)) = self.choice(operand, &tested, choice) else {
                is_error = true;
                continue;
            };
            for part in &mut parts {
                is_static &= part.fixed.is_some();
                part.guard(&Term::not(result.term()));
            }
            operands.extend(parts);
            match term {
                Some(term) => result.value = Tree::Leaf(Term::or([result.term(), term])),
                None => is_unknown = true,
            }
        }
        if is_error {
            return Typed::error(expression.position);
        }
        result.fixed = is_static.then(|| result.term().as_value()).flatten();
        operands.insert(0, tested);
        let result = result.evaluated(operands);
        if is_unknown {
            return self.replaced_by_lost(result, &boolean, expression.position, "membership test");
        }
        result
    }

    /// The type that the choices give the operand.
    fn tested_type(
        &mut self,
        operand: &ast::Expression,
        choices: &[ast::Choice],
    ) -> Option<Subtype> {
        for choice in choices {
            let found = match choice {
                ast::Choice::Expression(value) if self.names_subtype(value) => {
                    return self
                        .subtype_mark(value)
                        .map(|subtype| Subtype::of(&subtype.base));
                }
                ast::Choice::Expression(value) => self.interpretations(value),
                ast::Choice::Discrete(range) => self.range_interpretations(range),
                ast::Choice::Others(_) => Vec::new(),
            };
            let own = self.interpretations(operand);
            let both = super::kind::common(&own, &found);
            if let Some(base) = both.iter().find_map(Kind::base) {
                return Some(Subtype::of(base));
            }
        }
        self.own_type(operand).map(|base| Subtype::of(&base))
    }

    /// Whether the tested value belongs to one choice, and what is evaluated to say so. No term
    /// where it is not known.
    #[allow(clippy::type_complexity)] // one answer in three parts
    fn choice(
        &mut self,
        operand: &ast::Expression,
        tested: &Typed,
        choice: &ast::Choice,
    ) -> Option<(Option<Term>, Vec<Typed>)> {
        let wanted = tested.kind.base().map(Subtype::of);
        match choice {
            ast::Choice::Expression(value) if !self.names_subtype(value) => {
                let found = self.expression(value, wanted.as_ref());
                let (a, b) = self.agreed((operand, tested.clone()), (value, found), None)?;
                let own = Typed {
                    steps: Vec::new(),
                    ..a
                };
                let fixed = b.fixed.clone();
                let equal = self.compared(value, Comparison::Equal, own, b);
                let part = Typed {
                    fixed,
                    ..equal.clone()
                };
                Some((Some(equal.term()), vec![part]))
            }
            ast::Choice::Expression(mark) => {
                let subtype = self.subtype_mark(mark)?;
                self.in_subtype(operand, tested, &subtype)
            }
            ast::Choice::Discrete(range) => {
                if let ast::DiscreteRange::Subtype(indication) = range
                    && indication.constraint.is_none()
                {
                    let subtype = self.subtype_mark(&indication.mark)?;
                    return self.in_subtype(operand, tested, &subtype);
                }
                let range = self.discrete_range(range, wanted.as_ref())?;
                let tested = self.converted(operand, tested.clone(), &Subtype::of(&range.base));
                if tested.is_error() {
                    return None;
                }
                let position = position_term(&tested.term());
                let term = Term::between(&position, range.low.clone(), range.high.clone());
                let is_static = range.low.as_value().is_some() && range.high.as_value().is_some();
                let part = Typed {
                    steps: range.steps,
                    fixed: is_static.then_some(crate::logic::Value::Bool(true)),
                    ..Typed::error(tested.position)
                };
                Some((Some(term), vec![part]))
            }
            ast::Choice::Others(_) => Some((Some(Term::bool(true)), Vec::new())),
        }
    }

    #[allow(clippy::type_complexity)] // as `choice`
    fn in_subtype(
        &mut self,
        operand: &ast::Expression,
        tested: &Typed,
        subtype: &Subtype,
    ) -> Option<(Option<Term>, Vec<Typed>)> {
        let tested = self.converted(operand, tested.clone(), &Subtype::of(&subtype.base));
        if tested.is_error() {
            return None;
        }
        let mut term = belongs(&tested.value, subtype);
        let mut parts = Vec::new();
        for predicate in &subtype.predicates {
            let found = self.subtype_predicate(predicate, &tested.value, subtype);
            let mut part = found.clone();
            if let Some(term) = &term {
                part.guard(term);
            }
            parts.push(part);
            term = term.map(|term| Term::and([term, found.term()]));
        }
        Some((term, parts))
    }
}

/// Whether a value satisfies the constraint of the subtype; `None` where it is not known.
pub(super) fn belongs(value: &Tree, subtype: &Subtype) -> Option<Term> {
    match (&subtype.constraint, value) {
        (_, Tree::Lost) => None,
        (Constraint::None, _) => Some(Term::bool(true)),
        (Constraint::Range(range), _) => {
            let position = position_term(&value.term());
            Some(match range.interval() {
                Some(interval) => within(&position, &interval),
                None => Term::between(&position, range.first.clone(), range.last.clone()),
            })
        }
        (Constraint::Index(ranges), Tree::Array(bounds, _)) => {
            Some(Term::and(ranges.iter().zip(bounds).flat_map(
                |(range, (first, last))| {
                    [
                        Term::equal(range.first.clone(), first.clone()),
                        Term::equal(range.last.clone(), last.clone()),
                    ]
                },
            )))
        }
        (Constraint::Discriminants(values), Tree::Record(parts)) => {
            Some(Term::and(values.iter().zip(parts).map(
                |(value, (_, part))| Term::equal(value.term(), part.term()),
            )))
        }
        (Constraint::Index(_) | Constraint::Discriminants(_), _) => None,
    }
}

/// Whether two values of one type are equal.
pub(super) fn equal_trees(base: &Type, a: &Tree, b: &Tree, depth: usize) -> Term {
    match (base.kind(), a, b) {
        (TypeKind::Array(array), Tree::Array(first, _), Tree::Array(second, _)) => {
            let mut lengths = Vec::new();
            let mut binders: Vec<Binder> = Vec::new();
            let (mut own, mut other) = (Vec::new(), Vec::new());
            for (at, ((low, high), (from, to))) in first.iter().zip(second).enumerate() {
                if (low, high) != (from, to) {
                    lengths.push(Term::equal(length(low, high), length(from, to)));
                }
                let binder = bound_index(low.clone(), high.clone(), depth + at);
                let index = Term::variable(&binder.variable);
                other.push(shift(&index, low, from));
                own.push(index);
                binders.push(binder);
            }
            let inner = equal_trees(
                &array.component.base,
                &a.select(&own),
                &b.select(&other),
                depth + first.len(),
            );
            let all = binders.into_iter().rev().fold(inner, |body, binder| {
                Term::quantified(Quantifier::ForAll, binder, body)
            });
            let mut same = Term::and(lengths);
            if first.len() > 1 && !same.is_bool(true) {
                // Empty arrays are equal, however long they are in other dimensions.
                same = Term::or([Term::and([is_empty(first), is_empty(second)]), same]);
            }
            Term::and([same, all])
        }
        (TypeKind::Record(record), Tree::Record(own), Tree::Record(other)) => {
            let components = record.components.iter().zip(own).zip(other);
            Term::and(components.map(|((component, (_, x)), (_, y))| {
                let equal = equal_trees(&component.subtype.base, x, y, depth);
                if component.conditions.is_empty() {
                    equal
                } else {
                    Term::implies(exists(&component.conditions, record, a), equal)
                }
            }))
        }
        _ => Term::equal(a.term(), b.term()),
    }
}

/// Whether an array has no components: it is empty in some dimension.
fn is_empty(bounds: &[(Term, Term)]) -> Term {
    Term::or(
        bounds
            .iter()
            .map(|(low, high)| Term::compare(Comparison::Greater, low.clone(), high.clone())),
    )
}

/// Whether the values of a type have an order although they are composite.
fn is_ordered(base: Option<&Type>) -> bool {
    base.and_then(|base| base.array())
        .is_some_and(|array| array.indices.len() == 1 && array.component.is_scalar())
}

/// Whether one array comes before another: after some components that are equal it ends and the
/// other does not, or its next component is the smaller one.
fn precedes(a: &Tree, b: &Tree) -> Term {
    let (Some([(low, high)]), Some([(from, to)])) = (a.bounds(), b.bounds()) else {
        return Term::bool(false);
    };
    let (own_length, other_length) = (length(low, high), length(from, to));
    let place = bound_index(Term::int(0), own_length.clone(), 0);
    let earlier = bound_index(
        Term::int(0),
        Term::arithmetic(
            Arithmetic::Subtract,
            Term::variable(&place.variable),
            Term::int(1),
        ),
        1,
    );
    let component = |array: &Tree, first: &Term, binder: &Binder| {
        let index = Term::variable(&binder.variable);
        let index = Term::arithmetic(Arithmetic::Add, first.clone(), index);
        position_term(&array.select(&[index]).term())
    };
    let here = Term::variable(&place.variable);
    let same = Term::equal(component(a, low, &earlier), component(b, from, &earlier));
    let smaller = Term::compare(
        Comparison::Less,
        component(a, low, &place),
        component(b, from, &place),
    );
    let condition = Term::and([
        Term::compare(Comparison::Less, here.clone(), other_length),
        Term::quantified(Quantifier::ForAll, earlier, same),
        Term::or([Term::equal(here, own_length), smaller]),
    ]);
    Term::quantified(Quantifier::Exists, place, condition)
}
