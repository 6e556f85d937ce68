//! If expressions, qualified expressions and case statements.

use num_bigint::BigInt;

use super::elaborator::Elaborator;
use super::expressions::{Type, Typed, finish, within};
use super::interval::Interval;
use super::typed::{Expression, Statement, StatementKind, Subtype};
use crate::logic::{Term, Value};
use crate::syntax::ast;
use crate::verdict::Rule;

/// How the values of an if expression are read: as they are, or for a subtype.
pub(super) type ReadValue<'a> = &'a mut dyn FnMut(&mut Elaborator, &ast::Expression) -> Typed;

impl Elaborator {
    /// `(if c then a else b)`: what is evaluated, and so checked, depends on the conditions.
    pub(super) fn if_expression(
        &mut self,
        expression: &ast::Expression,
        branches: &[(ast::Expression, ast::Expression)],
        otherwise: Option<&ast::Expression>,
        read: ReadValue<'_>,
    ) -> Typed {
        let position = expression.position;
        let mut conditions = Vec::new();
        let mut values = Vec::new();
        // Where none of the conditions before holds.
        let mut reached = Term::bool(true);
        for (condition, value) in branches {
            let mut test = self.expression(condition);
            if !matches!(test.kind, Type::Boolean | Type::Error) {
                self.mismatch(condition, &test.kind.clone(), &Type::Boolean);
                test.kind = Type::Error;
            }
            let mut typed = read(self, value);
            test.guard(&reached);
            typed.guard(&Term::and([reached.clone(), test.term.clone()]));
            reached = Term::and([reached, Term::not(test.term.clone())]);
            conditions.push(test);
            values.push((value, typed));
        }
        match otherwise {
            Some(value) => {
                let mut typed = read(self, value);
                typed.guard(&reached);
                values.push((value, typed));
            }
            None if values.iter().all(|(_, v)| matches!(v.kind, Type::Boolean)) => {
                let typed = Typed::constant(Value::Bool(true), Type::Boolean, position);
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
        let first = values
            .iter()
            .map(|(_, typed)| &typed.kind)
            .find(|kind| !matches!(kind, Type::Universal | Type::Error));
        let wanted = first.cloned().unwrap_or(Type::Universal);
        let mut found = Vec::new();
        for (expression, typed) in values {
            let typed = self.converted(expression, typed, &wanted);
            found.push(Some(typed).filter(|typed| !typed.is_error()));
        }
        found.into_iter().collect()
    }

    /// `S'(e)`: the value must lie in the subtype.
    pub(super) fn qualified(
        &mut self,
        expression: &ast::Expression,
        mark: &ast::Expression,
        operand: &ast::Expression,
    ) -> Typed {
        let Some(subtype) = self.subtype_prefix(mark) else {
            return Typed::error(expression.position);
        };
        let mut typed = self.static_or_checked_value(operand, &subtype);
        if !typed.checks.is_empty() {
            // What may fail a check is not static.
            typed.value = None;
        }
        typed
    }

    /// A case statement, as the conditions under which each alternative is chosen.
    pub(super) fn case(
        &mut self,
        selector: &ast::Expression,
        alternatives: &[ast::Alternative],
    ) -> Option<StatementKind> {
        let tested = self.expression(selector);
        let mut is_broken = tested.is_error();
        let mut covered: Vec<Interval> = Vec::new();
        let mut branches: Vec<(Expression, Vec<Statement>)> = Vec::new();
        let mut otherwise = None;
        for (at, alternative) in alternatives.iter().enumerate() {
            let body = self.statements(&alternative.body);
            if matches!(alternative.choices.as_slice(), [ast::Choice::Others(_)]) {
                if at + 1 < alternatives.len() {
                    self.error(alternative.span, "others is not last", "move it to the end");
                    is_broken = true;
                }
                otherwise = Some(body);
                continue;
            }
            let mut terms = Vec::new();
            for choice in &alternative.choices {
                let found = self.static_choice(selector, &tested, choice);
                let Some(interval) = found else {
                    is_broken = true;
                    continue;
                };
                if covered.iter().any(|other| other.meets(&interval)) {
                    self.error(
                        alternative.span,
                        "this choice repeats a value of another",
                        "let each value belong to one alternative",
                    );
                    is_broken = true;
                }
                terms.push(chosen_by(&tested, &interval));
                covered.push(interval);
            }
            let condition = Typed {
                term: Term::or(terms),
                ..Typed::error(tested.position)
            };
            branches.push((finish(selector, condition), body));
        }
        if is_broken {
            return None;
        }
        if otherwise.is_none() {
            self.complete(selector, &tested, covered)?;
            // All values are covered: the last alternative needs no condition.
            if branches.len() > 1 {
                otherwise = branches.pop().map(|(_, body)| body);
            }
        }
        // The selector is evaluated once, before the first condition.
        let evaluated = finish(selector, tested);
        if let Some((first, _)) = branches.first_mut() {
            first.checks = evaluated.checks;
            first.reads = evaluated.reads;
        } else {
            let always = Expression {
                term: Term::bool(true),
                ..evaluated
            };
            branches.push((always, otherwise.take().unwrap_or_default()));
        }
        Some(StatementKind::If {
            branches,
            otherwise: otherwise.unwrap_or_default(),
        })
    }

    /// The values that a choice stands for; of Boolean, False is 0 and True is 1.
    fn static_choice(
        &mut self,
        selector: &ast::Expression,
        tested: &Typed,
        choice: &ast::Choice,
    ) -> Option<Interval> {
        if tested.is_error() {
            return None;
        }
        let wanted = if matches!(tested.kind, Type::Universal) {
            Type::Discrete(super::scope::integer())
        } else {
            tested.kind.clone()
        };
        let value = |this: &mut Self, expression: &ast::Expression| {
            let typed = this.expression(expression);
            let typed = this.converted(expression, typed, &wanted);
            match &typed.value {
                Some(Value::Int(value)) => Some(value.clone()),
                Some(Value::Bool(value)) => Some(BigInt::from(u8::from(*value))),
                Some(Value::Array(_)) | None => {
                    if !typed.is_error() {
                        this.not_static(expression);
                    }
                    None
                }
            }
        };
        let mark = match choice {
            ast::Choice::Expression(expression) if !self.names_subtype(expression) => {
                return value(self, expression).map(|value| Interval::point(&value));
            }
            ast::Choice::Discrete(ast::DiscreteRange::Range(ast::Range::Bounds(low, high))) => {
                let (low, high) = (value(self, low), value(self, high));
                return Some(Interval::new(low?, high?));
            }
            ast::Choice::Expression(mark) => mark,
            ast::Choice::Discrete(ast::DiscreteRange::Range(ast::Range::Attribute {
                prefix,
                ..
            })) => prefix,
            ast::Choice::Discrete(ast::DiscreteRange::Subtype(indication)) => {
                match &indication.constraint {
                    None => &indication.mark,
                    Some(ast::Constraint::Range(ast::Range::Bounds(low, high))) => {
                        let (low, high) = (value(self, low), value(self, high));
                        return Some(Interval::new(low?, high?));
                    }
                    Some(_) => {
                        self.not_read(indication.span, "arrays are", "use scalar variables");
                        return None;
                    }
                }
            }
            ast::Choice::Others(span) => {
                self.error(
                    *span,
                    "others stands alone",
                    "give it an alternative of its own",
                );
                return None;
            }
        };
        let subtype = self.subtype_prefix(mark)?;
        if self
            .converted(selector, tested.clone(), &Type::of(&subtype))
            .is_error()
        {
            return None;
        }
        Some(match &subtype {
            Subtype::Boolean => Interval::new(0, 1),
            Subtype::Discrete(subtype) => subtype.interval(),
        })
    }

    /// Reports values that no choice stands for.
    fn complete(
        &mut self,
        selector: &ast::Expression,
        tested: &Typed,
        mut covered: Vec<Interval>,
    ) -> Option<()> {
        let all = if matches!(tested.kind, Type::Boolean) {
            Interval::new(0, 1)
        } else {
            tested.interval.clone()
        };
        covered.retain(|interval| !interval.is_empty());
        covered.sort_by(|a, b| a.low.cmp(&b.low));
        let mut next = all.low;
        for interval in covered {
            if interval.low <= next && next <= interval.high {
                next = interval.high + 1;
            }
        }
        if next > all.high {
            return Some(());
        }
        self.error(
            selector.span,
            "not every value has an alternative",
            "add when others => null;",
        );
        None
    }

    /// A range check on a value that is given to something of the subtype, where the types do not
    /// decide it.
    pub(super) fn range_check(
        &mut self,
        expression: &ast::Expression,
        mut typed: Typed,
        subtype: &Subtype,
    ) -> Typed {
        let Subtype::Discrete(target) = subtype else {
            return typed;
        };
        if !typed.is_error() && !typed.interval.is_inside(&target.interval()) {
            let condition = within(&typed.term, &target.interval());
            let text = format!("{expression} in {subtype}");
            let check = self.check(Rule::Range, typed.position, text, condition);
            typed.checks.push(check);
            typed.interval = typed.interval.clipped(&target.values());
        }
        typed
    }
}

/// Whether the selector's value is one that a choice stands for.
fn chosen_by(tested: &Typed, interval: &Interval) -> Term {
    if matches!(tested.kind, Type::Boolean) {
        let is_in = |value: u8| interval.contains(&BigInt::from(value));
        return match (is_in(0), is_in(1)) {
            (true, true) => Term::bool(true),
            (false, true) => tested.term.clone(),
            (true, false) => Term::not(tested.term.clone()),
            (false, false) => Term::bool(false),
        };
    }
    if interval.low == interval.high {
        return Term::equal(tested.term.clone(), Term::int(interval.low.clone()));
    }
    within(&tested.term, interval)
}

/// The value of the first condition that holds, otherwise the last value.
fn chosen(position: crate::source::Span, conditions: Vec<Typed>, mut values: Vec<Typed>) -> Typed {
    let last = values.pop().unwrap_or_else(|| Typed::error(position));
    let is_static = last.value.is_some()
        && conditions
            .iter()
            .chain(&values)
            .all(|part| part.value.is_some());
    let kind = last.kind.clone();
    let (mut term, mut interval) = (last.term.clone(), last.interval.clone());
    for (condition, value) in conditions.iter().zip(&values).rev() {
        let (c, a) = (condition.term.clone(), value.term.clone());
        interval = interval.hull_with(&value.interval);
        term = match kind {
            Type::Boolean if term.is_bool(true) => Term::implies(c, a),
            Type::Boolean => Term::or([Term::and([c.clone(), a]), Term::and([Term::not(c), term])]),
            Type::Universal | Type::Discrete(_) | Type::Error => Term::if_then_else(c, a, term),
        };
    }
    let mut operands = Vec::new();
    for (condition, value) in conditions.into_iter().zip(values) {
        operands.push(condition);
        operands.push(value);
    }
    operands.push(last);
    Typed {
        kind,
        value: is_static.then(|| term.as_value()).flatten(),
        term,
        interval,
        ..Typed::error(position)
    }
    .evaluated(operands)
}
