//! Attributes with arguments, and functions that the compiler supplies.

use num_bigint::BigInt;

use super::array_bounds::Bound;
use super::elaborator::Elaborator;
use super::interval::Interval;
use super::kind::Kind;
use super::lookup::Meaning;
use super::operators::position_term;
use super::tree::Tree;
use super::typed_value::Typed;
use super::types::{Codes, Range, Subtype, TypeKind};
use crate::logic::{Arithmetic, Comparison, Term};
use crate::syntax::ast::{self, Actual};
use crate::verdict::Rule;

impl Elaborator {
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
                .array_bound(mark, Some(dimension), Bound::First, position)
                .unwrap_or_else(|| Typed::error(position)),
            ("last", [dimension]) => self
                .array_bound(mark, Some(dimension), Bound::Last, position)
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
            "enum_rep" | "enum_val" if subtype.base.codes().is_some() => {
                self.coded_value(expression, &subtype, designator, operand)
            }
            "val" | "enum_val" => {
                let base = subtype.base.base_interval();
                let typed = self.whole_number(operand, |value| base.contains(value));
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
                let typed = self.whole_number(operand, |_| true);
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
                let typed = self.unconstrained(operand, &whole);
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

    /// `T'Enum_Rep (v)` or `T'Enum_Val (c)` where a clause gives the codes.
    fn coded_value(
        &mut self,
        expression: &ast::Expression,
        subtype: &Subtype,
        designator: &ast::Name,
        operand: &ast::Expression,
    ) -> Typed {
        let position = expression.position;
        let whole = Subtype::of(&subtype.base);
        let is_code = designator.key() == "enum_rep";
        let typed = if is_code {
            self.unconstrained(operand, &whole)
        } else {
            self.integer_value(operand)
        };
        if typed.is_error() {
            return Typed::error(position);
        }
        let given = position_term(&typed.term());
        let Some(Codes::Given(codes)) = subtype.base.codes() else {
            let integer = Subtype::of(&self.standard.integer);
            let result = if is_code { &integer } else { &whole };
            let what = format!("attribute {}", designator.text);
            return self.replaced_by_lost(typed, result, expression.span, &what);
        };
        let places = (0..codes.len()).map(BigInt::from);
        let pairs: Vec<(BigInt, BigInt)> = if is_code {
            places.zip(codes.iter().cloned()).collect()
        } else {
            codes.iter().cloned().zip(places).collect()
        };
        let is = |value: &BigInt| Term::equal(given.clone(), Term::int(value.clone()));
        let mut term = Term::int(0);
        for (from, to) in pairs.iter().rev() {
            term = Term::if_then_else(is(from), Term::int(to.clone()), term);
        }
        let (mut steps, mut kind) = (Vec::new(), Kind::Universal);
        if !is_code {
            let text = format!("{operand} in {}", whole.describe());
            let known = Term::or(pairs.iter().map(|(from, _)| is(from)));
            self.push_check(&mut steps, Rule::Range, position, text, known);
            kind = whole.kind();
            if subtype.base.is_boolean() {
                term = Term::equal(term, Term::int(1));
            }
        }
        let results = || pairs.iter().map(|(_, to)| to.clone());
        let is_static = typed.fixed.is_some() && steps.is_empty();
        Typed {
            kind,
            fixed: is_static.then(|| term.as_value()).flatten(),
            value: Tree::Leaf(term),
            interval: Interval::new(
                results().min().unwrap_or_default(),
                results().max().unwrap_or_default(),
            ),
            steps,
            ..Typed::error(position)
        }
        .evaluated(vec![typed])
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
        let a = self.unconstrained(left, &whole);
        let b = self.unconstrained(right, &whole);
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
}
