//! Subtype indications: marks with their constraints.

use std::sync::Arc;

use super::composite_types::keep_steps;
use super::elaborator::Elaborator;
use super::kind::Kind;
use super::tree::Tree;
use super::type_declarations::Found;
use super::typed::{StatementKind, Step};
use super::typed_value::finish_steps;
use super::types::{ACCESS, Constraint, Range, RecordType, Subtype, SubtypePredicate, TypeKind};
use crate::logic::Term;
use crate::source::Span;
use crate::syntax::ast::{self, Actual};

impl Elaborator {
    /// The subtype of an object, component or parameter.
    pub(super) fn type_use(
        &mut self,
        written: &ast::TypeUse,
        found: &mut Found,
    ) -> Option<Subtype> {
        match written {
            ast::TypeUse::Subtype(indication) => self.indication(indication, found),
            ast::TypeUse::Access(definition) => {
                let base = self.new_type("anonymous access", TypeKind::Lost(ACCESS));
                if let ast::AccessKind::Object(_, indication) = &definition.kind {
                    let known = self.diagnostics.len();
                    let mistake = self.frame.mistake.clone();
                    if let Some(subtype) = self.subtype_mark(&indication.mark) {
                        base.set_designated(subtype);
                    }
                    self.diagnostics.truncate(known);
                    self.frame.mistake = mistake;
                }
                Some(Subtype::of(&base))
            }
            ast::TypeUse::Array(definition) => {
                let (array, constraint) = self.array_definition(definition, found)?;
                let base = self.new_type("array", TypeKind::Array(array));
                Some(Subtype {
                    constraint,
                    ..Subtype::of(&base)
                })
            }
        }
    }

    /// The subtype that a mark with a constraint stands for.
    pub(super) fn indication(
        &mut self,
        indication: &ast::SubtypeIndication,
        found: &mut Found,
    ) -> Option<Subtype> {
        let subtype = self.subtype_mark(&indication.mark)?.settled();
        let Some(constraint) = &indication.constraint else {
            return Some(subtype);
        };
        match constraint {
            ast::Constraint::Range(range) => self.ranged(&subtype, range, found),
            ast::Constraint::Digits(..) | ast::Constraint::Delta(..) => Some(subtype),
            ast::Constraint::Composite(associations) => match subtype.base.kind() {
                TypeKind::Array(array) => {
                    let indices = array.indices.clone();
                    if indices.len() != associations.len() {
                        self.error(
                            indication.span,
                            format!("{} ranges are expected", indices.len()),
                            "constrain every dimension",
                        );
                        return None;
                    }
                    let mut ranges = Vec::new();
                    for (association, index) in associations.iter().zip(&indices) {
                        let range = self.actual_range(&association.actual)?;
                        let (_, mut kept) = self.kept_range(&range, Some(index), found)?;
                        self.inside_index(&kept, index, association.actual.span(), found);
                        kept.hull = kept.hull.clipped(&index.base.base_interval());
                        ranges.push(kept);
                    }
                    Some(Subtype {
                        name: None,
                        constraint: Constraint::Index(ranges),
                        ..subtype
                    })
                }
                TypeKind::Record(record) => {
                    let record = Arc::clone(record);
                    self.discriminant_constraint(
                        &subtype,
                        &record,
                        associations,
                        indication.span,
                        found,
                    )
                }
                TypeKind::Lost(_) => Some(subtype),
                TypeKind::Boolean | TypeKind::Discrete(_) => {
                    self.error(
                        indication.span,
                        format!("{} takes a range", subtype.base.name),
                        "write range low .. high",
                    );
                    None
                }
            },
        }
    }

    /// A range that is not empty must lie in the index subtype.
    fn inside_index(&mut self, range: &Range, index: &Subtype, span: Span, found: &mut Found) {
        let target = index.range();
        if let (Some(target), Some(own)) = (target.interval(), range.interval())
            && (own.is_empty() || own.is_inside(&target))
        {
            return;
        }
        if super::discriminants::depends(range) {
            // Of a discriminant nothing is known before there is an object, of which it is checked.
            return;
        }
        let is_null = Term::compare(
            crate::logic::Comparison::Greater,
            range.first.clone(),
            range.last.clone(),
        );
        let inside = Term::and([
            Term::between(&range.first, target.first.clone(), target.last.clone()),
            Term::between(&range.last, target.first.clone(), target.last),
        ]);
        let mut steps = Vec::new();
        let text = format!("the range lies in {}", index.describe());
        let condition = Term::or([is_null, inside]);
        self.push_check(
            &mut steps,
            crate::verdict::Rule::Range,
            span,
            text,
            condition,
        );
        keep_steps(steps, Vec::new(), span, found);
    }

    fn actual_range(&mut self, actual: &Actual) -> Option<ast::DiscreteRange> {
        match actual {
            Actual::Discrete(range) => Some(range.clone()),
            Actual::Expression(mark) if self.names_subtype(mark) => {
                Some(ast::DiscreteRange::Subtype(ast::SubtypeIndication {
                    excludes_null: false,
                    mark: mark.clone(),
                    constraint: None,
                    span: mark.span,
                }))
            }
            Actual::Expression(_) | Actual::Default(_) => {
                self.error(actual.span(), "a range is expected", "write low .. high");
                None
            }
        }
    }

    fn discriminant_constraint(
        &mut self,
        subtype: &Subtype,
        record: &Arc<RecordType>,
        associations: &[ast::Association],
        span: Span,
        found: &mut Found,
    ) -> Option<Subtype> {
        let mut values: Vec<Option<Tree>> = vec![None; record.discriminants];
        for (at, association) in associations.iter().enumerate() {
            let position = match &association.formal {
                Some(name) => record.components[..record.discriminants]
                    .iter()
                    .position(|component| component.name.eq_ignore_ascii_case(&name.text)),
                None => (at < record.discriminants).then_some(at),
            };
            let value = written_value(&association.actual);
            let (Some(position), Some(value)) = (position, value.as_ref()) else {
                self.error(
                    association.actual.span(),
                    format!("{} has no such discriminant", subtype.base.name),
                    "compare with its declaration",
                );
                return None;
            };
            let component = record.components[position].subtype.clone();
            let typed = self.value_for(value, &component);
            if typed.is_error() {
                return None;
            }
            let mut assignments = Vec::new();
            let kept = self.kept(
                "Discriminant",
                &typed.term(),
                Some(&component),
                value.span,
                &mut assignments,
            );
            let evaluation = finish_steps(value, typed.steps);
            keep_steps(evaluation.steps, assignments, value.span, found);
            values[position] = Some(Tree::Leaf(kept));
        }
        let values: Option<Vec<Tree>> = values.into_iter().collect();
        let Some(values) = values else {
            self.error(span, "a discriminant has no value", "give all of them");
            return None;
        };
        Some(Subtype {
            name: None,
            constraint: Constraint::Discriminants(values),
            ..subtype.clone()
        })
    }

    /// `S range low .. high`
    fn ranged(
        &mut self,
        parent: &Subtype,
        range: &ast::Range,
        found: &mut Found,
    ) -> Option<Subtype> {
        if parent.base.lost().is_some() {
            return Some(parent.clone());
        }
        if !parent.base.is_discrete() {
            self.error(
                range.span(),
                format!("{} has no ranges", parent.base.name),
                "use a scalar type",
            );
            return None;
        }
        let whole = Subtype::of(&parent.base);
        let written = ast::DiscreteRange::Range(range.clone());
        let (base, kept) = self.kept_range(&written, Some(&whole), found)?;
        if base.id != parent.base.id {
            self.mismatch_range(range.span(), &Kind::Of(base), &whole);
            return None;
        }
        let target = parent.range();
        match (kept.interval(), target.interval()) {
            (Some(own), Some(target)) => {
                if !own.is_empty() && !own.is_inside(&target) {
                    self.error(
                        range.span(),
                        format!("the range does not lie in {}", parent.describe()),
                        "choose bounds inside the range of the type",
                    );
                    return None;
                }
            }
            _ => self.inside_index(&kept, parent, range.span(), found),
        }
        let hull = kept.hull.clipped(&parent.values());
        let kept = match kept.interval() {
            Some(_) => kept,
            None => Range { hull, ..kept },
        };
        Some(Subtype {
            name: None,
            constraint: Constraint::Range(kept),
            ..parent.clone()
        })
    }

    fn mismatch_range(&mut self, span: Span, found: &Kind, wanted: &Subtype) {
        let message = format!(
            "the range is of type {} where {} is expected",
            found.describe(),
            wanted.base.name
        );
        self.error(span, message, "make the types agree");
    }

    /// The subtype of an object declaration.
    pub(super) fn object_subtype(
        &mut self,
        object: &ast::ObjectDeclaration,
        steps: &mut Vec<Step>,
    ) -> Option<Subtype> {
        let mut found = Vec::new();
        let subtype = self.type_use(&object.subtype, &mut found);
        for statement in found {
            if let StatementKind::Assign {
                assignments,
                evaluation,
            } = statement.kind
            {
                steps.extend(evaluation.steps);
                for (variable, term) in assignments {
                    steps.push(Step::Assign(variable, term));
                }
            }
        }
        subtype
    }

    /// Adds the predicates that aspects give a subtype.
    pub(super) fn type_predicates(
        &mut self,
        subtype: &mut Subtype,
        aspects: &[ast::Aspect],
        subject: &str,
    ) {
        for aspect in aspects {
            match (aspect.name.key().as_str(), &aspect.definition) {
                (
                    "predicate" | "static_predicate" | "dynamic_predicate" | "ghost_predicate",
                    Some(condition),
                ) => {
                    subtype.predicates.push(Arc::new(SubtypePredicate {
                        base: Arc::clone(&subtype.base),
                        subject: subject.to_owned(),
                        condition: condition.clone(),
                        scopes: self.scopes.clone(),
                        is_dynamic: aspect.name.key() == "dynamic_predicate",
                    }));
                }
                ("default_value" | "default_component_value", Some(value)) => {
                    subtype.base.set_default(super::types::TypeDefault {
                        value: Arc::new(value.clone()),
                        scopes: self.scopes.clone(),
                    });
                }
                ("size" | "object_size" | "value_size", Some(_)) => subtype.base.set_sized(),
                ("default_initial_condition", Some(condition))
                    if self.is_primary && !matches!(condition.kind, ast::ExpressionKind::Null) =>
                {
                    self.promise(condition.span, "default initial condition");
                }
                ("type_invariant" | "invariant", Some(condition)) => {
                    let condition = SubtypePredicate {
                        base: Arc::clone(&subtype.base),
                        subject: subject.to_owned(),
                        condition: condition.clone(),
                        scopes: self.scopes.clone(),
                        is_dynamic: true,
                    };
                    self.note_invariant(&subtype.base, condition);
                }
                _ => {}
            }
        }
    }
}

/// The value that an actual is. A call alone looks like a mark with a constraint.
fn written_value(actual: &Actual) -> Option<ast::Expression> {
    match actual {
        Actual::Expression(expression) => Some(expression.clone()),
        Actual::Discrete(ast::DiscreteRange::Subtype(indication)) => {
            let Some(ast::Constraint::Composite(arguments)) = &indication.constraint else {
                return None;
            };
            Some(ast::Expression {
                kind: ast::ExpressionKind::Call(
                    Box::new(indication.mark.clone()),
                    arguments.clone(),
                ),
                span: indication.span,
                position: indication.mark.position,
            })
        }
        Actual::Discrete(_) | Actual::Default(_) => None,
    }
}
