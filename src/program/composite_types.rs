//! Definitions of arrays and records.

use std::sync::Arc;

use num_bigint::BigInt;

use super::elaborator::Elaborator;
use super::entity::{Access, EntityKind, Object};
use super::interval::Interval;
use super::place::Place;
use super::tree::Tree;
use super::type_declarations::Found;
use super::typed::{Statement, Step};
use super::types::{
    ArrayType, Component, Constraint, Discrete, Range, RecordType, Subtype, Type, TypeArithmetic,
    TypeKind, VariantCondition, discriminant_variable,
};
use crate::logic::{Term, Variable};
use crate::source::Span;
use crate::syntax::ast;

impl Elaborator {
    /// `array (…) of …`
    pub(super) fn array_definition(
        &mut self,
        definition: &ast::ArrayDefinition,
        found: &mut Found,
    ) -> Option<(ArrayType, Constraint)> {
        let component = self.type_use(&definition.component, found);
        let (indices, constraint) = match &definition.indices {
            ast::ArrayIndices::Unconstrained(marks) => {
                let indices = marks.iter().map(|mark| {
                    let subtype = self.subtype_mark(mark)?;
                    self.without_predicate(mark, &subtype).then_some(subtype)
                });
                let indices: Option<Vec<Subtype>> = indices.collect();
                (indices?, Constraint::None)
            }
            ast::ArrayIndices::Constrained(ranges) => {
                let mut indices = Vec::new();
                let mut constraints = Vec::new();
                for range in ranges {
                    let kept = self.kept_range(range, None, found)?;
                    let (base, range) = kept;
                    indices.push(Subtype {
                        constraint: Constraint::Range(range.clone()),
                        ..Subtype::of(&base)
                    });
                    constraints.push(range);
                }
                (indices, Constraint::Index(constraints))
            }
        };
        if indices.iter().any(|index| !index.base.is_discrete()) {
            self.error(
                definition.span,
                "an index must be discrete",
                "use an integer or enumeration",
            );
            return None;
        }
        let component = component?;
        let array = ArrayType {
            indices,
            component,
            is_constrained: !matches!(constraint, Constraint::None),
        };
        Some((array, constraint))
    }

    /// A range whose bounds are evaluated now and kept.
    pub(super) fn kept_range(
        &mut self,
        range: &ast::DiscreteRange,
        expected: Option<&Subtype>,
        found: &mut Found,
    ) -> Option<(Arc<Type>, Range)> {
        let span = range.span();
        let evaluated = self.discrete_range(range, expected)?;
        let mut assignments = Vec::new();
        let base = Arc::clone(&evaluated.base);
        let whole = Subtype::of(&base);
        let mut keep = |this: &mut Elaborator, term: &Term, word: &str| {
            let prefix = if this.is_local {
                String::new()
            } else {
                this.variable_prefix()
            };
            this.kept(
                &format!("{prefix}Range__{word}"),
                term,
                Some(&whole),
                span,
                &mut assignments,
            )
        };
        let first = keep(self, &evaluated.low, "first");
        let last = keep(self, &evaluated.high, "last");
        let hull = Interval::new(
            evaluated.low_interval.low.clone(),
            evaluated.high_interval.high.clone(),
        );
        let hull = if hull.is_empty() && evaluated.low.as_value().is_none() {
            base.base_interval()
        } else {
            hull
        };
        keep_steps(evaluated.steps, assignments, range.span(), found);
        Some((base, Range { first, last, hull }))
    }

    pub(super) fn record_definition(
        &mut self,
        id: u32,
        discriminants: &ast::Discriminants,
        components: Option<&ast::Components>,
        parent: Option<&Arc<RecordType>>,
        found: &mut Found,
    ) -> Option<RecordType> {
        let scopes = self.scopes.clone();
        self.in_region(|this| {
            let mut list: Vec<Component> = Vec::new();
            if let Some(parent) = parent {
                list.extend(parent.components.iter().cloned());
            }
            let mut count = parent.map_or(0, |parent| parent.discriminants);
            if let ast::Discriminants::Known(known) = discriminants {
                for discriminant in known {
                    let subtype = this.type_use(&discriminant.subtype, found)?;
                    if !subtype.is_scalar() {
                        this.gap(discriminant.name.span, "discriminant of an access type");
                    }
                    let variable = discriminant_variable(id, &discriminant.name.text);
                    this.frame.stable.insert(variable.clone());
                    let term = Term::variable(&variable);
                    let value = if subtype.base.is_boolean() {
                        Term::equal(term, Term::int(1))
                    } else {
                        term
                    };
                    let kind = EntityKind::Object(Arc::new(Object {
                        place: Place::whole(Tree::Leaf(value)),
                        subtype: subtype.clone(),
                        access: Access::Constant,
                    }));
                    this.declare(&discriminant.name, kind);
                    list.push(Component {
                        name: discriminant.name.text.clone(),
                        span: discriminant.name.span,
                        subtype,
                        default: discriminant.default.clone().map(Arc::new),
                        scopes: scopes.clone(),
                        conditions: Vec::new(),
                    });
                    count += 1;
                }
            }
            if let Some(components) = components {
                this.components(components, &[], &mut list, found)?;
            }
            Some(RecordType {
                components: list,
                discriminants: count,
            })
        })
    }

    fn components(
        &mut self,
        components: &ast::Components,
        conditions: &[VariantCondition],
        list: &mut Vec<Component>,
        found: &mut Found,
    ) -> Option<()> {
        for item in &components.items {
            match &item.kind {
                ast::DeclarationKind::Object(object) => {
                    let subtype = self.type_use(&object.subtype, found)?;
                    for name in &object.names {
                        list.push(Component {
                            name: name.text.clone(),
                            span: name.span,
                            subtype: subtype.clone(),
                            default: object.value.clone().map(Arc::new),
                            // Without the region of the discriminants.
                            scopes: self.scopes[..self.scopes.len() - 1].to_vec(),
                            conditions: conditions.to_vec(),
                        });
                    }
                }
                ast::DeclarationKind::Error => self.is_poisoned = true,
                _ => {}
            }
        }
        let Some(part) = &components.variants else {
            return Some(());
        };
        let subtype = list
            .iter()
            .find(|component| component.name.eq_ignore_ascii_case(&part.discriminant.text))
            .map(|component| Subtype::of(&component.subtype.base));
        let Some(subtype) = subtype else {
            self.error(
                part.discriminant.span,
                format!("{} is no discriminant", part.discriminant.text),
                "declare it in parentheses after the type's name",
            );
            return None;
        };
        let mut covered: Vec<Interval> = Vec::new();
        for variant in &part.variants {
            let is_others = variant
                .choices
                .iter()
                .any(|choice| matches!(choice, ast::Choice::Others(_)));
            let mut intervals = Vec::new();
            for choice in &variant.choices {
                let own = match choice {
                    ast::Choice::Others(_) => None,
                    _ => self.static_choice(choice, &subtype),
                };
                intervals.extend(own.into_iter().flatten());
            }
            covered.extend(intervals.iter().cloned());
            let condition = VariantCondition {
                discriminant: part.discriminant.text.clone(),
                intervals: if is_others {
                    covered.clone()
                } else {
                    intervals
                },
                is_others,
            };
            let mut conditions = conditions.to_vec();
            conditions.push(condition);
            self.components(&variant.components, &conditions, list, found)?;
        }
        Some(())
    }
}

/// A type with the values from zero on.
pub(super) fn counted(
    name: &str,
    count: BigInt,
    arithmetic: TypeArithmetic,
    literals: Arc<Vec<String>>,
) -> TypeKind {
    TypeKind::Discrete(Discrete {
        base_name: name.to_owned(),
        base: Interval::new(0, count - 1),
        arithmetic,
        literals,
    })
}

/// A statement that evaluates and keeps.
pub(super) fn keep_steps(
    steps: Vec<Step>,
    assignments: Vec<(Variable, Term)>,
    span: Span,
    found: &mut Found,
) {
    if steps.is_empty() && assignments.is_empty() {
        return;
    }
    found.push(Statement::unwritten(assignments, steps, span));
}
