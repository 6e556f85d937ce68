//! Attributes.

use super::array_bounds::Bound;
use super::elaborator::Elaborator;
use super::entity::{Access, EntityKind};
use super::kind::Kind;
use super::lookup::Meaning;
use super::typed::Mode;
use super::typed_value::Typed;
use super::types::Subtype;
use crate::logic::{Term, Value};
use crate::syntax::ast;

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
                let bound = if designator.key() == "first" {
                    Bound::First
                } else {
                    Bound::Last
                };
                if let Meaning::Subtype(subtype) = self.meaning(prefix)
                    && subtype.base.array().is_none()
                {
                    return self.scalar_bound(expression, &subtype, bound);
                }
                self.array_bound(prefix, None, bound, position)
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
                let is_object = match self.meaning(prefix) {
                    Meaning::Entities(ids) => {
                        matches!(&self.entity(ids[0]).kind, EntityKind::Object(_))
                    }
                    Meaning::Nothing => !self.interpretations(prefix).is_empty(),
                    Meaning::Package(_) | Meaning::Subtype(_) | Meaning::Error => false,
                };
                if is_object
                    && let typed = self.name_or_value(prefix)
                    && typed.named.is_some_and(|named| {
                        matches!(
                            named.access,
                            Access::Variable | Access::Formal(Mode::Out | Mode::InOut)
                        ) && named.subtype.base.lost().is_none()
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
        if prefix.to_string().eq_ignore_ascii_case("standard")
            && let Some(number) = target_number(&designator.key())
        {
            let value = Value::Int(number.into());
            return Typed::constant(value, Kind::Universal, expression.position);
        }
        if let Some(expected) = expected {
            let expected = Subtype::of(&expected.base);
            let lost = Typed::error(expression.position);
            self.replaced_by_lost(lost, &expected, expression.span, &what)
        } else {
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

    /// Sizes: known for discrete types that the source gives none, otherwise lost.
    fn size(
        &mut self,
        expression: &ast::Expression,
        prefix: &ast::Expression,
        designator: &ast::Name,
    ) -> Typed {
        let position = expression.position;
        if let Meaning::Subtype(subtype) = self.meaning(prefix)
            && let Some(bits) = super::sizes::bits(&subtype.settled(), &designator.key())
        {
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
    pub(super) fn image(&mut self, expression: &ast::Expression, operands: Vec<Typed>) -> Typed {
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
}

/// What GNAT says of the machine, as attributes of package Standard.
fn target_number(designator: &str) -> Option<u32> {
    match designator {
        "max_integer_size" => Some(128),
        "word_size" | "address_size" => Some(64),
        "storage_unit" => Some(8),
        "maximum_alignment" => Some(16),
        _ => None,
    }
}
