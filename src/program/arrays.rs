//! Values of arrays: aggregates, strings, concatenation, operators on all components.

use std::sync::Arc;

use super::elaborator::Elaborator;
use super::expressions::Typed;
use super::operators::{logical_term, position_term};
use super::overload::Kind;
use super::place::{bound_index, length, shift};
use super::tree::Tree;
use super::typed::Step;
use super::types::{Subtype, Type};
use crate::logic::{Arithmetic, Comparison, Term, Value};
use crate::source::Span;
use crate::syntax::ast::{self, Choice, Logical};
use crate::verdict::Rule;

/// The longest string whose characters are kept.
const MAX_STRING: usize = 64;

/// What an association of an array aggregate sets.
enum Placed {
    Point(Term, Tree),
    Range(Term, Term, Tree),
    Iterated(crate::logic::Binder, Tree),
}

/// One dimension of an array aggregate.
struct Level {
    bounds: Vec<(Term, Term)>,
    data: Tree,
    steps: Vec<Step>,
}

impl Elaborator {
    pub(super) fn array_aggregate(
        &mut self,
        expression: &ast::Expression,
        aggregate: &ast::Aggregate,
        subtype: &Subtype,
    ) -> Typed {
        let Some(array) = subtype.base.array().cloned() else {
            return Typed::error(expression.position);
        };
        let wanted: Vec<Option<(Term, Term)>> = match subtype.index_ranges() {
            Some(ranges) => ranges
                .iter()
                .map(|range| Some((range.first.clone(), range.last.clone())))
                .collect(),
            None => vec![None; array.indices.len()],
        };
        let Some(level) = self.level(
            expression.span,
            &aggregate.associations,
            &array.indices,
            &wanted,
            &array.component,
        ) else {
            return Typed::error(expression.position);
        };
        Typed {
            kind: subtype.kind(),
            value: Tree::Array(level.bounds, Box::new(level.data)),
            steps: level.steps,
            ..Typed::error(expression.position)
        }
    }

    fn element(
        &mut self,
        value: &ast::Expression,
        indices: &[Subtype],
        wanted: &[Option<(Term, Term)>],
        component: &Subtype,
    ) -> Option<Level> {
        if indices.is_empty() {
            let typed = self.value_for(value, component);
            if typed.is_error() {
                return None;
            }
            return Some(Level {
                bounds: Vec::new(),
                data: typed.value,
                steps: typed.steps,
            });
        }
        match &value.kind {
            ast::ExpressionKind::Aggregate(inner) => {
                self.level(value.span, &inner.associations, indices, wanted, component)
            }
            ast::ExpressionKind::String(text) => {
                let characters = self.characters(text, component, value.span)?;
                let count = u64::try_from(text.chars().count()).unwrap_or(0);
                let first = indices[0].range().first;
                let bounds = wanted[0]
                    .clone()
                    .unwrap_or_else(|| (first.clone(), plus(&first, count)));
                let start = bounds.0.clone();
                Some(Level {
                    data: string_data(&characters, &start, component),
                    bounds: vec![bounds],
                    steps: Vec::new(),
                })
            }
            _ => {
                self.error(value.span, "an inner aggregate is expected", "write (…)");
                None
            }
        }
    }

    fn level(
        &mut self,
        span: Span,
        associations: &[ast::AggregateAssociation],
        indices: &[Subtype],
        wanted: &[Option<(Term, Term)>],
        component: &Subtype,
    ) -> Option<Level> {
        let index = Subtype::of(&indices[0].base);
        let (rest, rest_wanted) = (&indices[1..], &wanted[1..]);
        let mut steps = Vec::new();
        let mut inner_bounds: Option<Vec<(Term, Term)>> = None;
        let mut placed: Vec<Placed> = Vec::new();
        let mut others = None;
        let mut positional: Vec<Tree> = Vec::new();
        for association in associations {
            if let Some(iteration) = &association.iteration {
                let found =
                    self.iterated(iteration, association, &index, rest, rest_wanted, component)?;
                steps.extend(found.1);
                inner_bounds.get_or_insert(found.2);
                placed.push(found.0);
                continue;
            }
            let is_others = association
                .choices
                .iter()
                .any(|choice| matches!(choice, Choice::Others(_)));
            let evaluated = match &association.value {
                Some(value) => self.element(value, rest, rest_wanted, component)?,
                None => {
                    let mut more = Vec::new();
                    let data = if rest.is_empty() {
                        self.any_value(component, association.span, &mut more)
                    } else {
                        self.error(association.span, "a value is expected", "write it");
                        return None;
                    };
                    Level {
                        bounds: Vec::new(),
                        data,
                        steps: more,
                    }
                }
            };
            inner_bounds.get_or_insert(evaluated.bounds.clone());
            let mut own_steps = evaluated.steps;
            if is_others {
                others = Some(evaluated.data);
            } else if association.choices.is_empty() {
                positional.push(evaluated.data);
            } else {
                for choice in &association.choices {
                    let is_range = match choice {
                        Choice::Discrete(_) => true,
                        Choice::Expression(written) => self.names_subtype(written),
                        Choice::Others(_) => false,
                    };
                    if is_range {
                        let range = self.choice_range(choice, &index)?;
                        // The value is evaluated once per component: not at all for none.
                        let runs = Term::compare(
                            Comparison::LessEqual,
                            range.low.clone(),
                            range.high.clone(),
                        );
                        super::expressions::guard_steps(&mut own_steps, &runs);
                        steps.extend(range.steps);
                        let data = evaluated.data.clone();
                        placed.push(Placed::Range(range.low, range.high, data));
                    } else if let Choice::Expression(written) = choice {
                        let typed = self.expression(written, Some(&index));
                        let typed = self.converted(written, typed, &index);
                        if typed.is_error() {
                            return None;
                        }
                        steps.extend(typed.steps.clone());
                        let term = position_term(&typed.term());
                        placed.push(Placed::Point(term, evaluated.data.clone()));
                    }
                }
            }
            steps.extend(own_steps);
        }
        let bounds = self.level_bounds(
            span,
            &indices[0],
            wanted[0].as_ref(),
            &positional,
            &placed,
            others.is_some(),
        )?;
        if let Some((low, high)) = &wanted[0]
            && others.is_some()
        {
            self.choices_inside(span, &placed, positional.len(), (low, high), &mut steps);
        }
        let mut all: Vec<Placed> = Vec::new();
        for (at, data) in positional.into_iter().enumerate() {
            let offset = Term::int(at);
            let place = Term::arithmetic(Arithmetic::Add, bounds.0.clone(), offset);
            all.push(Placed::Point(place, data));
        }
        all.extend(placed);
        let data = self.filled(&all, others.as_ref(), rest, rest_wanted, component);
        let mut found = vec![bounds];
        found.extend(
            inner_bounds.unwrap_or_else(|| rest_wanted.iter().flatten().cloned().collect()),
        );
        Some(Level {
            bounds: found,
            data,
            steps,
        })
    }

    /// The map that the parts make.
    fn filled(
        &mut self,
        placed: &[Placed],
        others: Option<&Tree>,
        rest: &[Subtype],
        _wanted: &[Option<(Term, Term)>],
        component: &Subtype,
    ) -> Tree {
        let default = || {
            placed.iter().find_map(|part| match part {
                Placed::Point(_, data) | Placed::Range(_, _, data) => Some(data.clone()),
                Placed::Iterated(..) => None,
            })
        };
        let base = match others.cloned().or_else(default) {
            Some(base) => base,
            None => {
                let shape = self.default_tree(component);
                (0..rest.len()).fold(shape, |shape, _| {
                    shape.map(&|term| Term::constant_array(term.clone()))
                })
            }
        };
        let mut data = base.map(&|term| Term::constant_array(term.clone()));
        for part in placed {
            data = match part {
                Placed::Point(at, value) => data.zip(value, &|map, value| {
                    Term::store(map.clone(), at.clone(), value.clone())
                }),
                Placed::Range(low, high, value) => {
                    let binder = bound_index(low.clone(), high.clone(), self.binders);
                    data.zip(value, &|map, value| {
                        Term::comprehension(binder.clone(), value.clone(), map.clone())
                    })
                }
                Placed::Iterated(binder, value) => data.zip(value, &|map, value| {
                    Term::comprehension(binder.clone(), value.clone(), map.clone())
                }),
            };
        }
        data
    }

    #[allow(clippy::type_complexity)] // one answer in three parts
    fn iterated(
        &mut self,
        iteration: &ast::Iteration,
        association: &ast::AggregateAssociation,
        index: &Subtype,
        rest: &[Subtype],
        rest_wanted: &[Option<(Term, Term)>],
        component: &Subtype,
    ) -> Option<(Placed, Vec<Step>, Vec<(Term, Term)>)> {
        let (ast::Domain::Discrete(domain), Some(value)) = (&iteration.domain, &association.value)
        else {
            self.reject(association.span, "iterated association over elements");
            return None;
        };
        if iteration.filter.is_some() || association.key.is_some() {
            self.reject(
                association.span,
                "iterated association with a filter or key",
            );
            return None;
        }
        let range = self.discrete_range(domain, Some(index))?;
        let mut steps = range.steps.clone();
        let (binder, level) = self.in_binder(&iteration.parameter, &range, |this| {
            this.element(value, rest, rest_wanted, component)
        });
        let level = level?;
        // Each value is evaluated once, in order; the first failing check ends it.
        steps.extend(self.quantify_steps(level.steps, &binder, None, association.span)?);
        Some((Placed::Iterated(binder, level.data), steps, level.bounds))
    }

    fn level_bounds(
        &mut self,
        span: Span,
        index: &Subtype,
        wanted: Option<&(Term, Term)>,
        positional: &[Tree],
        placed: &[Placed],
        has_others: bool,
    ) -> Option<(Term, Term)> {
        if has_others {
            if wanted.is_none() {
                self.error(
                    span,
                    "others stands in an aggregate whose bounds are not known",
                    "qualify it by a constrained subtype",
                );
            }
            return wanted.cloned();
        }
        if !positional.is_empty() || placed.is_empty() {
            let first = wanted.map_or_else(|| index.range().first, |(first, _)| first.clone());
            let count = u64::try_from(positional.len()).unwrap_or(0);
            return Some((first.clone(), plus(&first, count)));
        }
        let mut low: Option<Term> = None;
        let mut high: Option<Term> = None;
        for part in placed {
            let (a, b) = match part {
                Placed::Point(at, _) => (at.clone(), at.clone()),
                Placed::Range(a, b, _) => (a.clone(), b.clone()),
                Placed::Iterated(binder, _) => (binder.low.clone(), binder.high.clone()),
            };
            low = Some(match low {
                None => a,
                Some(low) => least(low, a),
            });
            high = Some(match high {
                None => b,
                Some(high) => largest(high, b),
            });
        }
        Some((low?, high?))
    }

    /// With `others`, the other choices must lie inside the bounds.
    fn choices_inside(
        &self,
        span: Span,
        placed: &[Placed],
        positional: usize,
        (low, high): (&Term, &Term),
        steps: &mut Vec<Step>,
    ) {
        if positional > 0 {
            let enough = Term::compare(
                Comparison::LessEqual,
                Term::int(positional),
                length(low, high),
            );
            self.push_check(steps, Rule::Range, span, "the number of components", enough);
        }
        for part in placed {
            let (a, b) = match part {
                Placed::Point(at, _) => (at, at),
                Placed::Range(a, b, _) => (a, b),
                Placed::Iterated(binder, _) => (&binder.low, &binder.high),
            };
            let inside = Term::or([
                Term::compare(Comparison::Greater, a.clone(), b.clone()),
                Term::and([
                    Term::between(a, low.clone(), high.clone()),
                    Term::between(b, low.clone(), high.clone()),
                ]),
            ]);
            self.push_check(
                steps,
                Rule::Range,
                span,
                "the choices of the aggregate",
                inside,
            );
        }
    }

    /// `"text"`
    pub(super) fn string(
        &mut self,
        expression: &ast::Expression,
        text: &str,
        expected: Option<&Subtype>,
    ) -> Typed {
        let string = Subtype::of(&self.standard.string);
        let subtype = match expected {
            Some(expected) if expected.base.is_string() => expected.clone(),
            Some(expected) if expected.base.lost().is_some() => {
                self.gap(expression.span, "string of a type that is not modelled");
                return Typed::lost(expected.kind(), expression.position);
            }
            _ => string,
        };
        let Some(array) = subtype.base.array().cloned() else {
            return Typed::error(expression.position);
        };
        let count = text.chars().count();
        let first = array.indices[0].range().first;
        let bounds = vec![(
            first.clone(),
            plus(&first, u64::try_from(count).unwrap_or(0)),
        )];
        let kind = subtype.kind();
        if count > MAX_STRING {
            self.gap(expression.span, "long string");
            let mut steps = Vec::new();
            let (data, variables) = {
                let shape = Subtype::of(&subtype.base);
                self.lost_value(&shape, expression.span)
            };
            for target in variables {
                let chooser = super::typed::Chooser::Nobody;
                steps.push(Step::Forget { target, chooser });
            }
            return Typed {
                kind,
                value: data.with_bounds(bounds),
                steps,
                ..Typed::error(expression.position)
            };
        }
        let Some(characters) = self.characters(text, &array.component, expression.span) else {
            return Typed::error(expression.position);
        };
        let data = string_data(&characters, &first, &array.component);
        Typed {
            kind,
            value: Tree::Array(bounds, Box::new(data)),
            ..Typed::error(expression.position)
        }
    }

    /// The positions of the characters of a text in a character type.
    fn characters(&mut self, text: &str, component: &Subtype, span: Span) -> Option<Vec<Term>> {
        let literals = component.base.discrete()?.literals.clone();
        let mut found = Vec::new();
        for character in text.chars() {
            let position = if literals.is_empty() {
                Some(u32::from(character).into())
            } else {
                let literal = format!("'{character}'");
                let at = literals.iter().position(|known| *known == literal);
                at.map(num_bigint::BigInt::from)
            };
            let Some(position) = position else {
                self.error(
                    span,
                    format!("{character} is no literal of {}", component.base.name),
                    "use characters of the type",
                );
                return None;
            };
            found.push(Term::int(position));
        }
        Some(found)
    }

    /// `'A'`
    pub(super) fn character(
        &mut self,
        expression: &ast::Expression,
        character: char,
        expected: Option<&Subtype>,
    ) -> Typed {
        let kinds = self.interpretations(expression);
        let fitting = kinds
            .iter()
            .find(|kind| expected.is_none_or(|expected| kind.fits(&expected.base)));
        let base = fitting
            .and_then(Kind::base)
            .cloned()
            .unwrap_or_else(|| Arc::clone(&self.standard.character));
        // A type derived from Character has its literals, too.
        let base = match expected {
            Some(expected)
                if expected.base.root == self.standard.character.root
                    || expected
                        .base
                        .discrete()
                        .is_some_and(super::types::Discrete::is_character) =>
            {
                Arc::clone(&expected.base)
            }
            _ => base,
        };
        let literals = base.discrete().map(|discrete| discrete.literals.clone());
        let position = match literals {
            Some(literals) if !literals.is_empty() => {
                let literal = format!("'{character}'");
                literals
                    .iter()
                    .position(|known| *known == literal)
                    .map(num_bigint::BigInt::from)
            }
            _ => Some(u32::from(character).into()),
        };
        match position {
            Some(position) => {
                Typed::constant(Value::Int(position), Kind::Of(base), expression.position)
            }
            None => {
                self.error(
                    expression.span,
                    format!("{expression} is no literal of {}", base.name),
                    "use a literal of the type",
                );
                Typed::error(expression.position)
            }
        }
    }

    /// `a & b`
    pub(super) fn concatenation(
        &mut self,
        expression: &ast::Expression,
        left: &ast::Expression,
        right: &ast::Expression,
        (a, b): (&[Kind], &[Kind]),
        expected: Option<&Subtype>,
    ) -> Typed {
        let position = expression.position;
        let arrays = |kinds: &[Kind]| -> Option<Arc<Type>> {
            kinds.iter().find_map(|kind| {
                let base = kind.base()?;
                base.array().is_some().then(|| Arc::clone(base))
            })
        };
        let base = match expected {
            Some(expected) if expected.base.array().is_some() => Arc::clone(&expected.base),
            _ => arrays(a)
                .or_else(|| arrays(b))
                .unwrap_or_else(|| Arc::clone(&self.standard.string)),
        };
        let Some(array) = base.array().cloned() else {
            return Typed::error(position);
        };
        let whole = Subtype::of(&base);
        let mut operands = Vec::new();
        for (written, kinds) in [(left, a), (right, b)] {
            let is_component = !kinds.iter().any(|kind| kind.fits(&base))
                && kinds.iter().any(|kind| kind.fits(&array.component.base));
            let typed = if is_component {
                let typed = self.value_for(written, &array.component);
                let first = array.indices[0].range().first;
                let data = typed.value.map(&|term| Term::constant_array(term.clone()));
                Typed {
                    kind: whole.kind(),
                    value: Tree::Array(vec![(first.clone(), first)], Box::new(data)),
                    ..typed
                }
            } else {
                let typed = self.expression(written, Some(&whole));
                self.converted(written, typed, &whole)
            };
            if typed.is_error() {
                return Typed::error(position);
            }
            operands.push(typed);
        }
        let (Some([(f1, l1)]), Some([(f2, l2)])) =
            (operands[0].value.bounds(), operands[1].value.bounds())
        else {
            let lost = Typed::error(position).evaluated(operands);
            return self.replaced_by_lost(lost, &whole, position, "concatenation");
        };
        let (first_length, second_length) = (length(f1, l1), length(f2, l2));
        // The lower bound is the left operand's, unless that is empty.
        let is_empty = Term::compare(Comparison::Less, l1.clone(), f1.clone());
        let start = super::tree::chosen(&is_empty, f2, f1);
        let split = Term::arithmetic(Arithmetic::Add, start.clone(), first_length.clone());
        let total = Term::arithmetic(Arithmetic::Add, split.clone(), second_length);
        let end = Term::arithmetic(Arithmetic::Subtract, total, Term::int(1));
        let binder = bound_index(start.clone(), end.clone(), self.binders);
        let index = Term::variable(&binder.variable);
        let from_left = operands[0].value.select(&[shift(&index, &start, f1)]);
        let from_right = operands[1].value.select(&[shift(&index, &split, f2)]);
        let is_left = Term::compare(Comparison::Less, index, split);
        let element = Tree::choose(&is_left, &from_left, &from_right);
        let Tree::Array(_, old) = &operands[0].value else {
            return Typed::error(position);
        };
        let data = old.zip(&element, &|map, value| {
            Term::comprehension(binder.clone(), value.clone(), map.clone())
        });
        let value = Tree::Array(vec![(start, end)], Box::new(data));
        Typed {
            kind: whole.kind(),
            value,
            ..Typed::error(position)
        }
        .evaluated(operands)
    }

    /// `not a` of an array of truth values.
    pub(super) fn array_not(
        &mut self,
        typed: Typed,
        base: &Arc<Type>,
        expression: &ast::Expression,
    ) -> Typed {
        let Some([(low, high)]) = typed.value.bounds() else {
            return self.no_operator(expression, &typed.kind);
        };
        let binder = bound_index(low.clone(), high.clone(), self.binders);
        let index = Term::variable(&binder.variable);
        let Tree::Array(bounds, data) = &typed.value else {
            return Typed::error(expression.position);
        };
        let data = data.map(&|map| {
            let turned = Term::not(Term::select(map.clone(), index.clone()));
            Term::comprehension(binder.clone(), turned, map.clone())
        });
        Typed {
            kind: Kind::Of(Arc::clone(base)),
            value: Tree::Array(bounds.clone(), Box::new(data)),
            ..Typed::error(expression.position)
        }
        .evaluated(vec![Typed {
            named: None,
            ..typed
        }])
    }

    /// `a and b` of arrays of truth values.
    pub(super) fn array_logical(
        &mut self,
        expression: &ast::Expression,
        operator: Logical,
        a: Typed,
        b: Typed,
        base: &Arc<Type>,
    ) -> Typed {
        let (Tree::Array(first, x), Tree::Array(second, y)) = (&a.value, &b.value) else {
            return self.no_operator(expression, &a.kind);
        };
        let ([(low, high)], [(from, to)]) = (first.as_slice(), second.as_slice()) else {
            return self.no_operator(expression, &a.kind);
        };
        let mut steps = Vec::new();
        let same = Term::equal(length(low, high), length(from, to));
        let text = "the lengths of both operands are equal";
        self.push_check(&mut steps, Rule::Length, expression.position, text, same);
        let binder = bound_index(low.clone(), high.clone(), self.binders);
        let index = Term::variable(&binder.variable);
        let other = shift(&index, low, from);
        let data = x.zip(y, &|x, y| {
            let both = logical_term(
                operator,
                Term::select(x.clone(), index.clone()),
                Term::select(y.clone(), other.clone()),
            );
            Term::comprehension(binder.clone(), both, x.clone())
        });
        Typed {
            kind: Kind::Of(Arc::clone(base)),
            value: Tree::Array(first.clone(), Box::new(data)),
            steps,
            ..Typed::error(expression.position)
        }
        .evaluated(vec![a, b])
    }
}

fn string_data(characters: &[Term], first: &Term, component: &Subtype) -> Tree {
    let value = super::expressions::default_value(&crate::logic::Sort::Int, component);
    let base = Term::constant_array(Term::constant(&value));
    let mut map = base;
    for (at, character) in characters.iter().enumerate() {
        let index = Term::arithmetic(Arithmetic::Add, first.clone(), Term::int(at));
        map = Term::store(map, index, character.clone());
    }
    Tree::Leaf(map)
}

/// `first + count - 1`
fn plus(first: &Term, count: u64) -> Term {
    let end = Term::arithmetic(Arithmetic::Add, first.clone(), Term::int(count));
    Term::arithmetic(Arithmetic::Subtract, end, Term::int(1))
}

fn least(a: Term, b: Term) -> Term {
    let condition = Term::compare(Comparison::LessEqual, a.clone(), b.clone());
    super::tree::chosen(&condition, &a, &b)
}

fn largest(a: Term, b: Term) -> Term {
    let condition = Term::compare(Comparison::GreaterEqual, a.clone(), b.clone());
    super::tree::chosen(&condition, &a, &b)
}
