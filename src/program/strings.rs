//! Characters and strings.

use std::sync::Arc;

use super::aggregate_bounds::{compatible, representable};
use super::array_aggregates::plus;
use super::elaborator::Elaborator;
use super::kind::Kind;
use super::tree::Tree;
use super::typed::Step;
use super::typed_value::Typed;
use super::types::Subtype;
use crate::logic::{Arithmetic, Term, Value};
use crate::source::Span;
use crate::syntax::ast;
use crate::verdict::Rule;

/// What depends on how a compiler is told to read the file.
const BEYOND_ASCII: &str = "string with characters outside of ASCII in a file of UTF-8 without \
                            byte order mark: how many they are is up to the compiler's switches";

/// The longest string whose characters are kept.
const MAX_STRING: usize = 64;

impl Elaborator {
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
        if self.is_uncertain(text, expression.span) {
            return self.uncertain_string(expression, text, &subtype, &bounds[0].0);
        }
        let kind = subtype.kind();
        let mut steps = Vec::new();
        if subtype.index_ranges().is_none() {
            // Nothing comes before the first value of a type, not even the end of a null string.
            let condition = Term::and([
                compatible(&bounds[0], &array.indices[0]),
                representable(&bounds[0], &array.indices[0]),
            ]);
            let text = format!(
                "the last index of {expression} in {}",
                array.indices[0].describe()
            );
            self.push_check(
                &mut steps,
                Rule::Range,
                expression.position,
                text,
                condition,
            );
        }
        if count > MAX_STRING {
            self.gap(expression.span, "long string");
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
            steps,
            ..Typed::error(expression.position)
        }
    }

    /// Whether the file leaves open which characters a string has.
    fn is_uncertain(&self, text: &str, span: Span) -> bool {
        !text.is_ascii() && self.uncoded.contains(&span.file)
    }

    /// A string with characters outside of ASCII. A compiler that takes the file for Latin-1, as GNAT
    /// does without `-gnatW8`, sees as many characters there as bytes; one that takes it for UTF-8,
    /// fewer. Neither is taken for granted.
    fn uncertain_string(
        &mut self,
        expression: &ast::Expression,
        text: &str,
        subtype: &Subtype,
        first: &Term,
    ) -> Typed {
        self.gap(expression.span, BEYOND_ASCII);
        let shape = Subtype::of(&subtype.base);
        let (value, variables) = self.lost_value(&shape, expression.span);
        let chooser = super::typed::Chooser::Nobody;
        let mut steps: Vec<Step> = variables
            .into_iter()
            .map(|target| Step::Forget { target, chooser })
            .collect();
        if let Some([(from, to)]) = value.bounds() {
            let last = |count: usize| plus(first, u64::try_from(count).unwrap_or(0));
            let known = Term::and([
                Term::equal(from.clone(), first.clone()),
                Term::between(to, last(text.chars().count()), last(text.len())),
            ]);
            steps.push(Step::Assume(known));
        }
        Typed {
            kind: subtype.kind(),
            value,
            steps,
            ..Typed::error(expression.position)
        }
    }

    /// The positions of the characters of a text in a character type.
    pub(super) fn characters(
        &mut self,
        text: &str,
        component: &Subtype,
        span: Span,
    ) -> Option<Vec<Term>> {
        if self.is_uncertain(text, span) {
            self.reject(span, BEYOND_ASCII);
        }
        let literals = component.base.discrete()?.literals.clone();
        let mut found = Vec::new();
        for character in text.chars() {
            let position = if literals.is_empty() {
                let position = num_bigint::BigInt::from(u32::from(character));
                let range = &component.base.discrete()?.base;
                Some(position).filter(|position| range.contains(position))
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
                if expected.base.root() == self.standard.character.root()
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
            _ => base
                .discrete()
                .map(|discrete| &discrete.base)
                .filter(|range| range.contains(&u32::from(character).into()))
                .map(|_| u32::from(character).into()),
        };
        if let Some(position) = position {
            Typed::constant(Value::Int(position), Kind::Of(base), expression.position)
        } else {
            self.error(
                expression.span,
                format!("{expression} is no literal of {}", base.name),
                "use a literal of the type",
            );
            Typed::error(expression.position)
        }
    }
}

pub(super) fn string_data(characters: &[Term], first: &Term, component: &Subtype) -> Tree {
    let value = super::conversions::default_value(&crate::logic::Sort::Int, component);
    let base = Term::constant_array(Term::constant(&value));
    let mut map = base;
    for (at, character) in characters.iter().enumerate() {
        let index = Term::arithmetic(Arithmetic::Add, first.clone(), Term::int(at));
        map = Term::store(map, index, character.clone());
    }
    Tree::Leaf(map)
}
