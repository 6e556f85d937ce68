//! Attributes.

use std::sync::Arc;

use num_bigint::BigInt;

use super::elaborator::{Elaborator, Lifting};
use super::expressions::{Context, Typed, finish_steps, scalar_interval};
use super::interval::Interval;
use super::lookup::Meaning;
use super::operators::position_term;
use super::overload::Kind;
use super::place::length;
use super::tree::{Tree, as_variable};
use super::typed::{Statement, StatementKind, SubprogramId};
use super::types::{Range, Subtype, TypeKind};
use crate::logic::{Arithmetic, Comparison, Sort, Term, Value};
use crate::source::Span;
use crate::syntax::ast::{self, Actual};
use crate::verdict::Rule;

impl Elaborator {
    /// `P'A` without arguments.
    pub(super) fn attribute(
        &mut self,
        expression: &ast::Expression,
        prefix: &ast::Expression,
        designator: &ast::Name,
        expected: Option<&Subtype>,
    ) -> Typed {
        let position = expression.position;
        match designator.key().as_str() {
            "first" | "last" => {
                let is_first = designator.key() == "first";
                if let Meaning::Subtype(subtype) = self.meaning(prefix)
                    && subtype.base.array().is_none()
                {
                    return self.scalar_bound(expression, &subtype, is_first);
                }
                self.array_bound(prefix, None, is_first, position)
                    .unwrap_or_else(|| Typed::error(position))
            }
            "length" => self.array_length(expression, prefix, None),
            "old" => self.old(expression, prefix),
            "loop_entry" => self.loop_entry(expression, prefix, None),
            "result" => self.result(expression),
            "size"
            | "object_size"
            | "value_size"
            | "component_size"
            | "alignment"
            | "max_size_in_storage_elements"
            | "storage_size"
            | "position"
            | "first_bit"
            | "last_bit"
            | "width"
            | "bit_position"
            | "stream_size" => self.size(expression, prefix, designator),
            "modulus" => match self.subtype_mark(prefix) {
                Some(subtype) => {
                    let value = subtype.base.base_interval().high + 1;
                    Typed::constant(Value::Int(value), Kind::Universal, position)
                }
                None => Typed::error(position),
            },
            "access" | "unchecked_access" | "unrestricted_access" | "address" | "code_address" => {
                // What has an address may change behind the program's back.
                let named = matches!(self.meaning(prefix), Meaning::Entities(_))
                    && !self.interpretations(prefix).is_empty();
                if named
                    && let typed = self.name(prefix, None)
                    && typed.named.is_some_and(|named| {
                        matches!(named.access, super::entity::Access::Variable)
                            && !named.subtype.base.lost().is_some()
                    })
                {
                    self.reject(expression.span, "address of a variable");
                }
                let kind = expected.map_or(Kind::Any, Subtype::kind);
                self.gap(expression.span, format!("attribute {}", designator.text));
                Typed::lost(kind, position)
            }
            "valid" | "valid_scalars" | "constrained" | "initialized" | "callable"
            | "terminated" => {
                let boolean = Subtype::of(&self.standard.boolean);
                let typed = self.name_or_value(prefix);
                let is_known = designator.key() == "initialized";
                if is_known && typed.value.leaves().is_empty() {
                    return Typed::constant(Value::Bool(true), boolean.kind(), position);
                }
                let lost = Typed {
                    steps: typed.steps,
                    ..Typed::error(position)
                };
                let what = format!("attribute {}", designator.text);
                self.replaced_by_lost(lost, &boolean, position, &what)
            }
            "image" | "img" | "wide_image" | "wide_wide_image" => {
                let typed = self.expression(prefix, None);
                self.image(expression, vec![typed])
            }
            "range" => {
                self.error(
                    expression.span,
                    "a range stands where a value is expected",
                    "use First, Last or a membership test",
                );
                Typed::error(position)
            }
            _ => self.unknown_attribute(expression, prefix, designator, expected),
        }
    }

    fn unknown_attribute(
        &mut self,
        expression: &ast::Expression,
        prefix: &ast::Expression,
        designator: &ast::Name,
        expected: Option<&Subtype>,
    ) -> Typed {
        let what = format!("attribute {}", designator.text);
        let _ = prefix;
        match expected {
            Some(expected) => {
                let expected = Subtype::of(&expected.base);
                let lost = Typed::error(expression.position);
                self.replaced_by_lost(lost, &expected, expression.span, &what)
            }
            None => {
                let is_real = matches!(
                    designator.key().as_str(),
                    "delta"
                        | "small"
                        | "model_epsilon"
                        | "epsilon"
                        | "safe_first"
                        | "safe_last"
                        | "model_small"
                        | "large"
                        | "safe_large"
                );
                self.gap(expression.span, what.clone());
                if is_real {
                    return Typed::lost(Kind::UniversalReal, expression.position);
                }
                let integer = Subtype::of(&self.standard.integer);
                let lost = Typed::error(expression.position);
                self.replaced_by_lost(lost, &integer, expression.span, &what)
            }
        }
    }

    fn scalar_bound(
        &mut self,
        expression: &ast::Expression,
        subtype: &Subtype,
        is_first: bool,
    ) -> Typed {
        let position = expression.position;
        if !subtype.base.is_discrete() {
            if subtype.base.lost().is_some() {
                return Typed::lost(subtype.kind(), position);
            }
            self.error(
                expression.span,
                format!("{} has no bounds", subtype.base.name),
                "use a scalar type or an array",
            );
            return Typed::error(position);
        }
        let range = subtype.range();
        let bound = if is_first { range.first } else { range.last };
        let interval = match bound.as_value() {
            Some(Value::Int(value)) => Interval::point(&value),
            _ => range.hull,
        };
        if subtype.base.is_boolean() {
            let term = Term::equal(bound, Term::int(1));
            return Typed {
                kind: subtype.kind(),
                fixed: term.as_value(),
                value: Tree::Leaf(term),
                interval,
                ..Typed::error(position)
            };
        }
        Typed {
            kind: subtype.kind(),
            fixed: bound.as_value(),
            value: Tree::Leaf(bound),
            interval,
            ..Typed::error(position)
        }
    }

    /// The bounds of an array, or of an array subtype, in one dimension.
    fn array_bounds(
        &mut self,
        prefix: &ast::Expression,
        dimension: Option<&ast::Expression>,
    ) -> Option<(Subtype, (Term, Term), Typed)> {
        let at = match dimension {
            None => 0,
            Some(dimension) => {
                let typed = self.integer_value(dimension);
                let at = typed
                    .static_integer()
                    .and_then(|value| usize::try_from(value).ok());
                match at.and_then(|at| at.checked_sub(1)) {
                    Some(at) => at,
                    None => {
                        self.not_static(dimension);
                        return None;
                    }
                }
            }
        };
        let (base, bounds, typed) = match self.meaning(prefix) {
            Meaning::Subtype(subtype) => {
                let Some(ranges) = subtype.index_ranges() else {
                    self.error(
                        prefix.span,
                        format!("{prefix} has no bounds of its own"),
                        "use a constrained array",
                    );
                    return None;
                };
                let bounds: Vec<(Term, Term)> = ranges
                    .iter()
                    .map(|range| (range.first.clone(), range.last.clone()))
                    .collect();
                (subtype.base.clone(), bounds, Typed::error(prefix.position))
            }
            Meaning::Error => return None,
            _ => {
                let typed = self.name_or_value(prefix);
                let base = typed.kind.base().cloned();
                let Some(base) = base else {
                    if matches!(typed.kind, Kind::Any) {
                        let subtype = Subtype::of(&self.standard.integer);
                        return self.lost_bounds(prefix, typed, subtype);
                    }
                    return None;
                };
                match typed.value.bounds() {
                    Some(bounds) => (base, bounds.to_vec(), typed.clone()),
                    None if base.lost().is_some() => {
                        let subtype = Subtype::of(&self.standard.integer);
                        return self.lost_bounds(prefix, typed, subtype);
                    }
                    None => {
                        self.error(
                            prefix.span,
                            format!("{prefix} is not an array"),
                            "use an array or a type",
                        );
                        return None;
                    }
                }
            }
        };
        let index = base
            .array()
            .and_then(|array| array.indices.get(at))
            .cloned();
        match (index, bounds.get(at)) {
            (Some(index), Some(bounds)) => Some((index, bounds.clone(), typed)),
            _ => {
                self.error(
                    prefix.span,
                    format!("{prefix} has no dimension {}", at + 1),
                    "count the dimensions",
                );
                None
            }
        }
    }

    fn lost_bounds(
        &mut self,
        prefix: &ast::Expression,
        typed: Typed,
        subtype: Subtype,
    ) -> Option<(Subtype, (Term, Term), Typed)> {
        let first = self.replaced_by_lost(typed, &subtype, prefix.span, "bounds");
        let last = self.replaced_by_lost(
            Typed::error(prefix.position),
            &subtype,
            prefix.span,
            "bounds",
        );
        let bounds = (first.term(), last.term());
        Some((subtype, bounds, first.evaluated(vec![last])))
    }

    /// `A'First (n)` or `A'Last (n)`
    pub(super) fn array_bound(
        &mut self,
        prefix: &ast::Expression,
        dimension: Option<&ast::Expression>,
        is_first: bool,
        position: Span,
    ) -> Option<Typed> {
        let (index, (first, last), typed) = self.array_bounds(prefix, dimension)?;
        let bound = if is_first { first } else { last };
        let known = bound.as_value();
        let interval = match &known {
            Some(Value::Int(value)) => Interval::point(value),
            _ => index.base.base_interval(),
        };
        let is_boolean = index.base.is_boolean();
        let value = if is_boolean {
            Term::equal(bound, Term::int(1))
        } else {
            bound
        };
        Some(Typed {
            kind: index.kind(),
            // The bounds of a static array subtype are static.
            fixed: value.as_value(),
            value: Tree::Leaf(value),
            interval,
            steps: typed.steps,
            ..Typed::error(position)
        })
    }

    fn array_length(
        &mut self,
        expression: &ast::Expression,
        prefix: &ast::Expression,
        dimension: Option<&ast::Expression>,
    ) -> Typed {
        let Some((index, (first, last), typed)) = self.array_bounds(prefix, dimension) else {
            return Typed::error(expression.position);
        };
        let term = length(&first, &last);
        let most = index.values();
        let interval = match term.as_value() {
            Some(Value::Int(value)) => Interval::point(&value),
            _ => {
                let most: BigInt = &most.high - &most.low + 1_i32;
                Interval::new(0, most.max(BigInt::from(0)))
            }
        };
        let is_static = term.as_value().is_some();
        if is_static {
            return Typed {
                fixed: term.as_value(),
                value: Tree::Leaf(term),
                kind: Kind::Universal,
                interval,
                steps: typed.steps,
                ..Typed::error(expression.position)
            };
        }
        // A universal value that is not static is computed in a type wide enough.
        Typed {
            kind: Kind::Universal,
            value: Tree::Leaf(term),
            interval: interval.clipped(&Interval::new(0, i32::MAX)),
            steps: typed.steps,
            ..Typed::error(expression.position)
        }
    }

    /// `F'Result`
    fn result(&mut self, expression: &ast::Expression) -> Typed {
        match self.frame.result.clone() {
            Some((tree, subtype)) if self.context == Context::Postcondition => Typed {
                kind: subtype.kind(),
                interval: scalar_interval(&subtype),
                value: tree,
                ..Typed::error(expression.position)
            },
            _ => {
                self.error(
                    expression.span,
                    "'Result stands only in postconditions of functions",
                    "keep the value in a variable",
                );
                Typed::error(expression.position)
            }
        }
    }

    /// `X'Old`: the value of X when the subprogram was entered.
    fn old(&mut self, expression: &ast::Expression, prefix: &ast::Expression) -> Typed {
        if self.context != Context::Postcondition {
            self.error(
                expression.span,
                "'Old stands only in postconditions",
                "keep the value in a variable",
            );
            return Typed::error(expression.position);
        }
        let lifting = std::mem::replace(&mut self.lifting, Lifting::Lifted);
        let context = std::mem::replace(&mut self.context, Context::Program);
        let typed = self.expression(prefix, None);
        self.context = context;
        self.lifting = lifting;
        if typed.is_error() {
            return typed;
        }
        let (value, statement) = self.snapshot(prefix, &typed, "old");
        if let Some(statement) = statement {
            let is_known = |known: &Statement| {
                matches!((&known.kind, &statement.kind),
                    (StatementKind::Assign { assignments: a, .. },
                     StatementKind::Assign { assignments: b, .. }) if a == b)
            };
            if !self.frame.snapshots.iter().any(is_known) {
                self.frame.snapshots.push(statement);
            }
        }
        Typed {
            kind: typed.kind,
            value,
            interval: typed.interval,
            fixed: typed.fixed,
            ..Typed::error(expression.position)
        }
    }

    /// Keeps a value in locals; what does not change is not kept. One variable is kept once.
    pub(super) fn snapshot(
        &mut self,
        prefix: &ast::Expression,
        typed: &Typed,
        suffix: &str,
    ) -> (Tree, Option<Statement>) {
        let is_stable = typed
            .value
            .terms()
            .iter()
            .all(|term| self.is_stable_term(term));
        if is_stable && typed.steps.is_empty() {
            return (typed.value.clone(), None);
        }
        let known: Vec<(super::Variable, Term)> = self
            .frame
            .snapshots
            .iter()
            .filter_map(|known| match &known.kind {
                StatementKind::Assign { assignments, .. } if suffix == "old" => Some(assignments),
                _ => None,
            })
            .flatten()
            .cloned()
            .collect();
        let mut assignments = Vec::new();
        let base = match &prefix.kind {
            ast::ExpressionKind::Name(name) => name.clone(),
            _ => "Value".to_owned(),
        };
        let all_known = typed.steps.is_empty()
            && typed.value.leaves().iter().all(|term| {
                as_variable(term).is_none() && self.is_stable_term(term)
                    || known.iter().any(|(_, value)| value == *term)
            });
        let value = if all_known {
            typed.value.map(&|term| {
                known
                    .iter()
                    .find(|(_, value)| value == term)
                    .map_or_else(|| term.clone(), |(copy, _)| Term::variable(copy))
            })
        } else {
            let subtype = match &typed.named {
                Some(named) => named.subtype.clone(),
                None => match &typed.kind {
                    Kind::Of(base) => Subtype::of(base),
                    _ => Subtype::of(&self.standard.integer),
                },
            };
            let plain = match (subtype.base.array(), typed.value.bounds()) {
                // The bounds of the copy are the value's.
                (Some(_), Some(bounds)) => {
                    let ranges = bounds
                        .iter()
                        .map(|(first, last)| Range {
                            first: first.clone(),
                            last: last.clone(),
                            hull: Interval::new(0, 0),
                        })
                        .collect();
                    Subtype {
                        constraint: super::types::Constraint::Index(ranges),
                        ..subtype.clone()
                    }
                }
                _ => subtype.clone(),
            };
            let copy = self.local(&format!("{base}__{suffix}"), &plain, prefix.span);
            for (copy, value) in copy.terms().into_iter().zip(typed.value.terms()) {
                if let Some(copy) = as_variable(copy) {
                    self.frame.stable.insert(copy.clone());
                    assignments.push((copy.clone(), value.clone()));
                }
            }
            copy
        };
        if assignments.is_empty() && typed.steps.is_empty() {
            return (value, None);
        }
        let statement = Statement {
            kind: StatementKind::Assign {
                assignments,
                evaluation: finish_steps(prefix, typed.steps.clone()),
            },
            span: prefix.span,
        };
        (value, Some(statement))
    }

    /// `X'Loop_Entry`: the value of X when the loop was entered.
    fn loop_entry(
        &mut self,
        expression: &ast::Expression,
        prefix: &ast::Expression,
        target: Option<&ast::Expression>,
    ) -> Typed {
        let name = match target.map(|target| &target.kind) {
            Some(ast::ExpressionKind::Name(name)) => Some(name.to_lowercase()),
            _ => None,
        };
        let at = self
            .frame
            .loops
            .iter()
            .rposition(|known| !known.is_block && (name.is_none() || known.name == name));
        let Some(at) = at else {
            self.error(
                expression.span,
                "'Loop_Entry stands in no loop",
                "use it inside a loop",
            );
            return Typed::error(expression.position);
        };
        let lifting = std::mem::replace(&mut self.lifting, Lifting::Lifted);
        let typed = self.expression(prefix, None);
        self.lifting = lifting;
        if typed.is_error() {
            return typed;
        }
        let (value, statement) = self.snapshot(prefix, &typed, "entry");
        self.frame.loops[at].before.extend(statement);
        Typed {
            kind: typed.kind,
            value,
            interval: typed.interval,
            fixed: typed.fixed,
            ..Typed::error(expression.position)
        }
    }

    /// Sizes: known for scalar types, otherwise lost.
    fn size(
        &mut self,
        expression: &ast::Expression,
        prefix: &ast::Expression,
        designator: &ast::Name,
    ) -> Typed {
        let position = expression.position;
        if let Meaning::Subtype(subtype) = self.meaning(prefix)
            && let Some(interval) = subtype.interval()
            && subtype.base.is_discrete()
            && matches!(
                designator.key().as_str(),
                "size" | "object_size" | "value_size"
            )
        {
            let object = designator.key() == "object_size";
            let signed = interval.low < BigInt::from(0);
            let bits = if signed {
                let low = (-&interval.low - 1_i32).bits();
                low.max(interval.high.bits()) + 1
            } else {
                interval.high.bits().max(u64::from(
                    !interval.is_empty() && interval.high == BigInt::from(0),
                ))
            };
            let bits = if object {
                [8_u64, 16, 32, 64, 128]
                    .into_iter()
                    .find(|size| *size >= bits)
                    .unwrap_or(bits)
            } else {
                bits
            };
            return Typed::constant(Value::Int(bits.into()), Kind::Universal, position);
        }
        let natural = self.standard.natural.clone();
        let what = format!("attribute {}", designator.text);
        let lost = self.replaced_by_lost(Typed::error(position), &natural, expression.span, &what);
        Typed {
            kind: Kind::Universal,
            ..lost
        }
    }

    /// `T'Image (X)`: some string from 1 on.
    fn image(&mut self, expression: &ast::Expression, operands: Vec<Typed>) -> Typed {
        let string = Subtype::of(&self.standard.string);
        let position = expression.position;
        self.gap(expression.span, "attribute Image");
        let (value, variables) = self.lost_value(&string, expression.span);
        let mut steps: Vec<super::typed::Step> = variables
            .into_iter()
            .map(|target| super::typed::Step::Forget {
                target,
                chooser: super::typed::Chooser::Nobody,
            })
            .collect();
        if let Some([(first, last)]) = value.bounds() {
            let known = Term::and([
                Term::equal(first.clone(), Term::int(1)),
                Term::between(last, Term::int(1), Term::int(200)),
            ]);
            steps.push(super::typed::Step::Assume(known));
        }
        Typed {
            kind: string.kind(),
            value,
            steps,
            ..Typed::error(position)
        }
        .evaluated(operands)
    }

    /// `P'A (arguments)`
    pub(super) fn applied_attribute(
        &mut self,
        expression: &ast::Expression,
        prefix: &ast::Expression,
        mark: &ast::Expression,
        designator: &ast::Name,
        arguments: &[ast::Association],
        expected: Option<&Subtype>,
    ) -> Typed {
        let position = expression.position;
        let values: Vec<&ast::Expression> = arguments
            .iter()
            .filter_map(|argument| argument.actual.expression())
            .collect();
        let name = designator.key();
        match (name.as_str(), values.as_slice()) {
            ("first", [dimension]) => self
                .array_bound(mark, Some(dimension), true, position)
                .unwrap_or_else(|| Typed::error(position)),
            ("last", [dimension]) => self
                .array_bound(mark, Some(dimension), false, position)
                .unwrap_or_else(|| Typed::error(position)),
            ("length", [dimension]) => self.array_length(expression, mark, Some(dimension)),
            ("loop_entry", [target])
                if matches!(&target.kind, ast::ExpressionKind::Name(name)
                    if self.frame.loops.iter().any(|l| l.name.as_deref() == Some(&name.to_lowercase()))) =>
            {
                self.loop_entry(expression, mark, Some(target))
            }
            ("old" | "result" | "loop_entry", _) => {
                let typed = self.attribute(prefix, mark, designator, None);
                self.indexed(expression, typed, arguments, expected)
            }
            ("pos" | "val" | "succ" | "pred" | "enum_rep" | "enum_val" | "mod", [operand]) => {
                self.attribute_of_value(expression, mark, designator, operand)
            }
            ("min" | "max", [left, right]) => {
                self.extreme(expression, mark, designator, left, right)
            }
            ("image" | "wide_image" | "wide_wide_image" | "img", [operand]) => {
                let subtype = self.subtype_mark(mark);
                let typed = self.expression(operand, subtype.as_ref());
                self.image(expression, vec![typed])
            }
            ("value" | "wide_value", [operand]) => {
                let Some(subtype) = self.subtype_mark(mark) else {
                    return Typed::error(position);
                };
                let typed = self.expression(operand, None);
                self.replaced_by_lost(typed, &subtype, expression.span, "attribute Value")
            }
            _ => {
                let mut operands = Vec::new();
                for argument in arguments {
                    if let Actual::Expression(argument) = &argument.actual {
                        let own = self.own_type(argument).map(|base| Subtype::of(&base));
                        operands.push(self.expression(argument, own.as_ref()));
                    }
                }
                let subtype = match (self.meaning(mark), expected) {
                    (Meaning::Subtype(subtype), _) if subtype.base.lost().is_some() => subtype,
                    (_, Some(expected)) => Subtype::of(&expected.base),
                    (Meaning::Subtype(subtype), None) => subtype,
                    _ => Subtype::of(&self.standard.integer),
                };
                let lost = Typed::error(position).evaluated(operands);
                let what = format!("attribute {}", designator.text);
                self.replaced_by_lost(lost, &subtype, expression.span, &what)
            }
        }
    }

    /// `T'Pos (v)` and the like.
    fn attribute_of_value(
        &mut self,
        expression: &ast::Expression,
        mark: &ast::Expression,
        designator: &ast::Name,
        operand: &ast::Expression,
    ) -> Typed {
        let position = expression.position;
        let Some(subtype) = self.subtype_mark(mark) else {
            return Typed::error(position);
        };
        if !subtype.base.is_discrete() {
            let typed = self.expression(operand, None);
            let what = format!("attribute {}", designator.text);
            return self.replaced_by_lost(typed, &subtype, expression.span, &what);
        }
        let whole = Subtype::of(&subtype.base);
        let kind = whole.kind();
        match designator.key().as_str() {
            "val" | "enum_val" => {
                let typed = self.integer_value(operand);
                let range = Range::fixed(subtype.base.base_interval());
                let ranged = Subtype::ranged(&self.standard.integer, None, range);
                let mut typed = if typed.interval.is_inside(&subtype.base.base_interval()) {
                    typed
                } else {
                    let name = whole.describe();
                    let ranged = Subtype {
                        name: Some(name),
                        ..ranged
                    };
                    self.constrained(operand, typed, &ranged)
                };
                if typed.is_error() {
                    return typed;
                }
                if typed.has_checks() {
                    typed.fixed = None;
                }
                if matches!(subtype.base.kind(), TypeKind::Boolean) {
                    let term = Term::equal(typed.term(), Term::int(1));
                    typed.fixed = typed.fixed.and_then(|_| term.as_value());
                    typed.value = Tree::Leaf(term);
                }
                Typed {
                    kind,
                    position,
                    named: None,
                    ..typed
                }
            }
            "mod" => {
                let typed = self.integer_value(operand);
                if typed.is_error() {
                    return typed;
                }
                let modulus = Term::int(subtype.base.base_interval().high + 1);
                let term = Term::arithmetic(Arithmetic::Modulo, typed.term(), modulus);
                Typed {
                    kind,
                    fixed: typed.fixed.as_ref().and_then(|_| term.as_value()),
                    value: Tree::Leaf(term),
                    interval: subtype.base.base_interval(),
                    ..Typed::error(position)
                }
                .evaluated(vec![typed])
            }
            designator => {
                let typed = self.expression(operand, Some(&whole));
                let typed = self.converted(operand, typed, &whole);
                if typed.is_error() {
                    return Typed::error(position);
                }
                let place = position_term(&typed.term());
                let step = match designator {
                    "pos" | "enum_rep" => {
                        return Typed {
                            kind: Kind::Universal,
                            fixed: typed.fixed.as_ref().and_then(|_| place.as_value()),
                            value: Tree::Leaf(place),
                            position,
                            named: None,
                            ..typed
                        };
                    }
                    "succ" => Arithmetic::Add,
                    _ => Arithmetic::Subtract,
                };
                let one = Interval::new(1, 1);
                let result = Typed {
                    kind,
                    value: Tree::Leaf(Term::arithmetic(step, place, Term::int(1))),
                    interval: if step == Arithmetic::Add {
                        typed.interval.add(&one)
                    } else {
                        typed.interval.subtract(&one)
                    },
                    ..Typed::error(position)
                };
                self.next_value(expression, result, &whole)
                    .evaluated(vec![typed])
            }
        }
    }

    /// The result of `Succ` or `Pred`, which must lie in the base range.
    fn next_value(
        &mut self,
        expression: &ast::Expression,
        result: Typed,
        whole: &Subtype,
    ) -> Typed {
        if whole.base.is_boolean() {
            let condition = Term::between(&result.term(), Term::int(0), Term::int(1));
            let check = self.check(
                Rule::Overflow,
                expression.position,
                format!("{expression} in Boolean"),
                condition,
            );
            return Typed {
                value: Tree::Leaf(Term::equal(result.term(), Term::int(1))),
                steps: vec![check],
                interval: Interval::new(0, 1),
                ..result
            };
        }
        let result = self.in_base(expression, result);
        Typed {
            fixed: if result.steps.is_empty() {
                result.term().as_value()
            } else {
                None
            },
            ..result
        }
    }

    /// `T'Min (a, b)`
    fn extreme(
        &mut self,
        expression: &ast::Expression,
        mark: &ast::Expression,
        designator: &ast::Name,
        left: &ast::Expression,
        right: &ast::Expression,
    ) -> Typed {
        let position = expression.position;
        let Some(subtype) = self.subtype_mark(mark) else {
            return Typed::error(position);
        };
        let whole = Subtype::of(&subtype.base);
        let a = self.expression(left, Some(&whole));
        let a = self.converted(left, a, &whole);
        let b = self.expression(right, Some(&whole));
        let b = self.converted(right, b, &whole);
        if a.is_error() || b.is_error() {
            return Typed::error(position);
        }
        if a.value.is_lost() || !whole.base.is_discrete() {
            return Typed::lost(whole.kind(), position).evaluated(vec![a, b]);
        }
        let comparison = if designator.key() == "min" {
            Comparison::LessEqual
        } else {
            Comparison::GreaterEqual
        };
        let first = Term::compare(
            comparison,
            position_term(&a.term()),
            position_term(&b.term()),
        );
        let term = super::tree::chosen(&first, &a.term(), &b.term());
        let is_static = a.fixed.is_some() && b.fixed.is_some();
        Typed {
            kind: whole.kind(),
            interval: a.interval.hull_with(&b.interval),
            fixed: is_static.then(|| term.as_value()).flatten(),
            value: Tree::Leaf(term),
            ..Typed::error(position)
        }
        .evaluated(vec![a, b])
    }

    /// Shifts of modular values, which are imported as intrinsic functions.
    pub(super) fn intrinsic_call(
        &mut self,
        expression: &ast::Expression,
        id: SubprogramId,
        actuals: &[(usize, ast::Expression)],
        result: &Subtype,
    ) -> Option<Typed> {
        let name = self.subprograms[id.0 as usize].intrinsic.clone()?;
        let parameters = self.subprograms[id.0 as usize].parameters.clone();
        let [(_, value), (_, amount)] = actuals else {
            return None;
        };
        let a = self.value_for(value, &parameters.first()?.subtype);
        let b = self.value_for(amount, &parameters.get(1)?.subtype);
        if a.is_error() || b.is_error() {
            return Some(Typed::error(expression.position));
        }
        let factor = Term::arithmetic(Arithmetic::Power, Term::int(2), b.term());
        let range = result.base.base_interval();
        let term = match name.as_str() {
            "shift_left" if result.base.is_modular() => {
                let product = Term::arithmetic(Arithmetic::Multiply, a.term(), factor);
                Term::arithmetic(Arithmetic::Modulo, product, Term::int(&range.high + 1))
            }
            "shift_right" if result.base.is_modular() => {
                Term::arithmetic(Arithmetic::Divide, a.term(), factor)
            }
            _ => {
                let lost = Typed::error(expression.position).evaluated(vec![a, b]);
                let what = format!("intrinsic function {name}");
                return Some(self.replaced_by_lost(lost, result, expression.span, &what));
            }
        };
        debug_assert_eq!(term.sort(), Sort::Int);
        Some(
            Typed {
                kind: Kind::Of(Arc::clone(&result.base)),
                value: Tree::Leaf(term),
                interval: range,
                ..Typed::error(expression.position)
            }
            .evaluated(vec![a, b]),
        )
    }
}
