//! Conditional expressions, and the choices of case expressions and statements.

use super::elaborator::Elaborator;
use super::expressions::within;
use super::indexing::EvaluatedRange;
use super::interval::Interval;
use super::kind::Kind;
use super::lookup::Meaning;
use super::operators::position_term;
use super::tree::Tree;
use super::typed_value::Typed;
use super::types::Subtype;
use crate::logic::{Sort, Term, Value};
use crate::syntax::ast::{self, Choice, ExpressionKind};

/// How the values of a conditional expression are read: as they are, or for a subtype.
pub(super) type ReadValue<'a> = &'a mut dyn FnMut(&mut Elaborator, &ast::Expression) -> Typed;

impl Elaborator {
    /// `(if c then a else b)`: what is evaluated, and so checked, depends on the conditions.
    pub(super) fn if_expression(
        &mut self,
        expression: &ast::Expression,
        branches: &[(ast::Expression, ast::Expression)],
        otherwise: Option<&ast::Expression>,
        expected: Option<&Subtype>,
        read: ReadValue<'_>,
    ) -> Typed {
        let position = expression.position;
        let boolean = Subtype::of(&self.standard.boolean);
        let mut conditions = Vec::new();
        let mut values = Vec::new();
        // Where none of the conditions before holds.
        let mut reached = Term::bool(true);
        for (condition, value) in branches {
            let mut test = self.boolean(condition, &boolean);
            let here = Term::and([reached.clone(), test.condition()]);
            let mut tested: Vec<&Typed> = conditions.iter().collect();
            tested.push(&test);
            let mut typed = self.where_it_holds(&tested, here.clone(), |this| read(this, value));
            test.guard(&reached);
            typed.guard(&here);
            reached = Term::and([reached, Term::not(test.condition())]);
            conditions.push(test);
            values.push((value, typed));
        }
        match otherwise {
            Some(value) => {
                let tested: Vec<&Typed> = conditions.iter().collect();
                let here = reached.clone();
                let mut typed = self.where_it_holds(&tested, here, |this| read(this, value));
                typed.guard(&reached);
                values.push((value, typed));
            }
            None if values.iter().all(|(_, v)| {
                v.is_error() || v.kind.base().is_some_and(|base| base.is_boolean())
            }) =>
            {
                let kind = expected.map_or_else(|| boolean.kind(), Subtype::kind);
                let typed = Typed::constant(Value::Bool(true), kind, position);
                values.push((expression, typed));
            }
            None => {
                self.error(
                    expression.span,
                    "this if expression has no else",
                    "say what its value is where no condition holds",
                );
                return Typed::error(position);
            }
        }
        let Some(values) = self.same_type(values) else {
            return Typed::error(position);
        };
        if conditions.iter().any(Typed::is_error) {
            return Typed::error(position);
        }
        chosen(position, conditions, values)
    }

    /// All values in one type.
    fn same_type(&mut self, values: Vec<(&ast::Expression, Typed)>) -> Option<Vec<Typed>> {
        let wanted = values
            .iter()
            .find_map(|(_, typed)| typed.kind.base().map(Subtype::of));
        let mut found = Vec::new();
        for (expression, typed) in values {
            let typed = match &wanted {
                Some(wanted) => self.converted(expression, typed, wanted),
                None => typed,
            };
            found.push(Some(typed).filter(|typed| !typed.is_error()));
        }
        found.into_iter().collect()
    }

    /// `(case s is when … => …)`
    pub(super) fn case_expression(
        &mut self,
        expression: &ast::Expression,
        selector: &ast::Expression,
        alternatives: &[ast::ValueAlternative],
        read: ReadValue<'_>,
    ) -> Typed {
        let position = expression.position;
        let choices: Vec<&[Choice]> = alternatives.iter().map(|a| a.choices.as_slice()).collect();
        let spans: Vec<_> = alternatives.iter().map(|a| a.span).collect();
        let Some((tested, terms)) = self.choices(selector, &choices, &spans) else {
            return Typed::error(position);
        };
        let boolean = Subtype::of(&self.standard.boolean);
        let mut conditions = Vec::new();
        let mut values = Vec::new();
        let mut reached = Term::bool(true);
        let last = alternatives.len().saturating_sub(1);
        for (at, (alternative, term)) in alternatives.iter().zip(terms).enumerate() {
            let here = if at == last {
                reached.clone()
            } else {
                Term::and([reached.clone(), term.clone()])
            };
            let value = &alternative.value;
            let mut typed = self.where_it_holds(&[&tested], here.clone(), |this| read(this, value));
            typed.guard(&here);
            reached = Term::and([reached, Term::not(term.clone())]);
            values.push((&alternative.value, typed));
            if at < last {
                conditions.push(Typed {
                    kind: boolean.kind(),
                    fixed: tested.fixed.as_ref().and_then(|_| term.as_value()),
                    value: Tree::Leaf(term),
                    ..Typed::error(position)
                });
            }
        }
        let Some(values) = self.same_type(values) else {
            return Typed::error(position);
        };
        chosen(position, conditions, values).evaluated(vec![tested])
    }

    /// The selector of a case, and per alternative the condition under which it is chosen; `others`
    /// must come last, and every value must have an alternative.
    pub(super) fn choices(
        &mut self,
        selector: &ast::Expression,
        alternatives: &[&[Choice]],
        spans: &[crate::source::Span],
    ) -> Option<(Typed, Vec<Term>)> {
        let own = self.own_type(selector);
        let expected = own.map(|base| Subtype::of(&base));
        let tested = self.expression(selector, expected.as_ref());
        let integer = Subtype::of(&self.standard.integer);
        let wanted = match &tested.kind {
            Kind::Universal => integer,
            Kind::Of(base) if base.is_discrete() => Subtype::of(base),
            Kind::Error => return None,
            kind => {
                let what = kind.describe();
                self.error(
                    selector.span,
                    format!("{selector} is of type {what}, of which there are no cases"),
                    "select by an integer or enumeration",
                );
                return None;
            }
        };
        let position = position_term(&tested.term());
        let mut is_broken = false;
        let mut covered: Vec<Interval> = Vec::new();
        let mut terms = Vec::new();
        let mut has_others = false;
        for (at, (choices, span)) in alternatives.iter().zip(spans).enumerate() {
            if choices
                .iter()
                .any(|choice| matches!(choice, Choice::Others(_)))
            {
                if at + 1 < alternatives.len() {
                    self.error(*span, "others is not last", "move it to the end");
                    is_broken = true;
                }
                has_others = true;
                terms.push(Term::not(Term::or(terms.iter().cloned())));
                continue;
            }
            let mut own = Vec::new();
            for choice in *choices {
                let Some(intervals) = self.static_choice(choice, &wanted) else {
                    is_broken = true;
                    continue;
                };
                let mut again = covered.iter();
                if again.any(|other| intervals.iter().any(|own| other.meets(own))) {
                    self.error(
                        *span,
                        "this choice repeats a value of another",
                        "let each value belong to one alternative",
                    );
                    is_broken = true;
                }
                let chosen = intervals.iter();
                own.extend(chosen.map(|own| chosen_by(&tested, &position, own)));
                covered.extend(intervals);
            }
            terms.push(Term::or(own));
        }
        if is_broken {
            return None;
        }
        if !has_others {
            self.complete(selector, &tested, covered)?;
        }
        Some((tested, terms))
    }

    /// The values that a static choice stands for, as positions.
    pub(super) fn static_choice(
        &mut self,
        choice: &Choice,
        wanted: &Subtype,
    ) -> Option<Vec<Interval>> {
        match choice {
            Choice::Expression(value) if !self.names_subtype(value) => {
                let typed = self.expression(value, Some(wanted));
                let typed = self.converted(value, typed, wanted);
                let point = super::aggregates::point(&typed);
                if point.is_none() && !typed.is_error() {
                    self.not_static(value);
                }
                point.map(|point| vec![point])
            }
            Choice::Expression(_) | Choice::Discrete(_) => {
                let ranges = self.choice_ranges(choice, wanted)?;
                let mut other = ranges
                    .iter()
                    .filter(|range| range.base.id != wanted.base.id);
                if let Some(range) = other.next() {
                    self.error(
                        choice.span(),
                        format!(
                            "the choice is of type {} where {} is expected",
                            range.base.name, wanted.base.name
                        ),
                        "make the types agree",
                    );
                    return None;
                }
                let interval =
                    |range: &EvaluatedRange| match (range.low.as_value(), range.high.as_value()) {
                        (Some(Value::Int(low)), Some(Value::Int(high))) => {
                            Some(Interval::new(low, high))
                        }
                        _ => None,
                    };
                let found: Option<Vec<Interval>> = ranges.iter().map(interval).collect();
                if found.is_none() {
                    self.error(
                        choice.span(),
                        "this range is not static",
                        "use literals, static constants and attributes of types",
                    );
                }
                found
            }
            Choice::Others(_) => None,
        }
    }

    pub(super) fn not_static(&mut self, expression: &ast::Expression) {
        self.error(
            expression.span,
            format!("{expression} is not static"),
            "use literals, static constants and attributes of types",
        );
    }

    /// Whether the static predicate of the selector's subtype excludes all of these values.
    fn has_none_of(
        &mut self,
        selector: &ast::Expression,
        tested: &Typed,
        holes: &[Interval],
    ) -> bool {
        if tested.term().sort() != Sort::Int {
            return false;
        }
        let mark = match &selector.kind {
            ExpressionKind::Qualified(mark, _) | ExpressionKind::Call(mark, _) => Some(&**mark),
            _ => None,
        };
        let target = mark.and_then(|mark| match self.meaning(mark) {
            Meaning::Subtype(subtype) => Some(subtype),
            _ => None,
        });
        let named = tested.named.as_ref().map(|named| named.subtype.clone());
        let Some(subtype) = target.or(named) else {
            return false;
        };
        let subtype = subtype.settled();
        self.satisfying(&subtype).is_some_and(|values| {
            let mut holes = holes.iter();
            holes.all(|hole| !values.iter().any(|value| value.meets(hole)))
        })
    }

    /// Reports values that no choice stands for.
    fn complete(
        &mut self,
        selector: &ast::Expression,
        tested: &Typed,
        mut covered: Vec<Interval>,
    ) -> Option<()> {
        let all = if tested.term().sort() == Sort::Bool {
            Interval::new(0, 1)
        } else {
            tested.interval.clone()
        };
        covered.retain(|interval| !interval.is_empty());
        covered.sort_by(|a, b| a.low.cmp(&b.low));
        let mut holes = Vec::new();
        let mut next = all.low;
        for interval in covered {
            if interval.low > next {
                holes.push(Interval::new(next.clone(), &interval.low - 1));
            }
            next = next.max(interval.high + 1);
        }
        holes.push(Interval::new(next, all.high.clone()));
        holes.retain(|hole| !hole.is_empty() && hole.low <= all.high);
        if holes.is_empty() || self.has_none_of(selector, tested, &holes) {
            return Some(());
        }
        self.error(
            selector.span,
            "not every value has an alternative",
            "add when others => null;",
        );
        None
    }
}

/// Whether the selector's value is one that a choice stands for.
fn chosen_by(tested: &Typed, position: &Term, interval: &Interval) -> Term {
    let term = tested.term();
    if term.sort() == Sort::Bool {
        let is_in = |value: u8| interval.contains(&value.into());
        return match (is_in(0), is_in(1)) {
            (true, true) => Term::bool(true),
            (false, true) => term,
            (true, false) => Term::not(term),
            (false, false) => Term::bool(false),
        };
    }
    if interval.low == interval.high {
        return Term::equal(position.clone(), Term::int(interval.low.clone()));
    }
    within(position, interval)
}

/// The value of the first condition that holds, otherwise the last value.
fn chosen(position: crate::source::Span, conditions: Vec<Typed>, mut values: Vec<Typed>) -> Typed {
    let last = values.pop().unwrap_or_else(|| Typed::error(position));
    let is_static = last.fixed.is_some()
        && conditions
            .iter()
            .chain(&values)
            .all(|part| part.fixed.is_some());
    let kind = last.kind.clone();
    let (mut value, mut interval) = (last.value.clone(), last.interval.clone());
    for (condition, branch) in conditions.iter().zip(&values).rev() {
        interval = interval.hull_with(&branch.interval);
        value = Tree::choose(&condition.term(), &branch.value, &value);
    }
    let mut operands = Vec::new();
    for (condition, value) in conditions.into_iter().zip(values) {
        operands.push(condition);
        operands.push(value);
    }
    operands.push(last);
    let fixed = match &value {
        Tree::Leaf(term) if is_static => term.as_value(),
        _ => None,
    };
    Typed {
        kind,
        value,
        fixed,
        interval,
        ..Typed::error(position)
    }
    .evaluated(operands)
}
