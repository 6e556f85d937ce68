//! Declarations of types and subtypes.

use std::sync::Arc;

use num_bigint::BigInt;

use super::elaborator::Elaborator;
use super::entity::{Access, EntityKind, Object};
use super::expressions::finish_steps;
use super::interval::Interval;
use super::overload::Kind;
use super::place::Place;
use super::tree::Tree;
use super::typed::{Evaluation, Statement, StatementKind, Step};
use super::types::{
    ACCESS, ArrayType, Component, Constraint, Discrete, Range, RecordType, Subtype,
    SubtypePredicate, Type, TypeArithmetic, TypeKind, VariantCondition, base_width,
    discriminant_variable, signed_interval,
};
use crate::logic::{Term, Variable};
use crate::source::Span;
use crate::syntax::ast::{self, Actual, TypeDefinition};

/// What evaluating a declaration does.
pub(super) type Found = Vec<Statement>;

impl Elaborator {
    /// `type T is …;`
    pub(super) fn type_declaration(
        &mut self,
        declaration: &ast::TypeDeclaration,
        found: &mut Found,
    ) {
        let name = &declaration.name;
        match &declaration.definition {
            TypeDefinition::Private(_)
            | TypeDefinition::PrivateExtension { .. }
            | TypeDefinition::Incomplete(_) => {
                if self.incomplete_here(name).is_some() {
                    return;
                }
                let mut base = Type::incomplete(self.new_type_id(), &name.text);
                base.is_private = matches!(
                    declaration.definition,
                    TypeDefinition::Private(_) | TypeDefinition::PrivateExtension { .. }
                );
                let mut subtype = Subtype::of(&Arc::new(base));
                self.type_predicates(&mut subtype, &declaration.aspects, &name.text);
                self.declare(name, EntityKind::Subtype(subtype));
                return;
            }
            _ => {}
        }
        let known = self.incomplete_here(name);
        let id = match &known {
            Some((_, subtype)) => subtype.base.id,
            None => self.new_type_id(),
        };
        let made = self.definition(declaration, id, found);
        let Some((kind, constraint, root)) = made else {
            match known {
                Some((_, subtype)) => {
                    subtype
                        .base
                        .complete(TypeKind::Lost("type that could not be read"));
                }
                None => {
                    self.declare(name, EntityKind::Error);
                }
            }
            return;
        };
        let base = match &known {
            Some((_, subtype)) => {
                subtype.base.complete(kind);
                Arc::clone(&subtype.base)
            }
            None => {
                let mut base = Type::new(id, &name.text, kind);
                if let Some(root) = root {
                    base.root = root;
                }
                Arc::new(base)
            }
        };
        let mut subtype = Subtype {
            constraint,
            ..Subtype::of(&base)
        };
        if let Some((_, partial)) = &known {
            subtype.predicates.clone_from(&partial.predicates);
        }
        self.type_predicates(&mut subtype, &declaration.aspects, &name.text);
        self.access_target(&base, declaration);
        match known {
            Some((entity, _)) => {
                base.set_first(&subtype);
                self.entities[entity.0 as usize].kind = EntityKind::Subtype(subtype);
            }
            None => {
                self.declare(name, EntityKind::Subtype(subtype));
            }
        }
        if let TypeDefinition::Enumeration(literals) = &declaration.definition {
            for (position, literal) in literals.iter().enumerate() {
                let kind = EntityKind::Literal(position.into(), Arc::clone(&base));
                self.declare(literal, kind);
            }
        }
        if let TypeDefinition::Derived { .. } = &declaration.definition {
            self.derived_literals(&base, name.span);
        }
    }

    fn access_target(&mut self, base: &Arc<Type>, declaration: &ast::TypeDeclaration) {
        if let TypeDefinition::Access(definition) = &declaration.definition
            && let ast::AccessKind::Object(_, indication) = &definition.kind
        {
            let known = self.diagnostics.len();
            let mistake = self.frame.mistake.clone();
            if let Some(subtype) = self.subtype_mark(&indication.mark) {
                base.set_designated(subtype);
            }
            // What it leads to is lost anyway.
            self.diagnostics.truncate(known);
            self.frame.mistake = mistake;
        }
    }

    /// A derived enumeration has literals of its own.
    fn derived_literals(&mut self, base: &Arc<Type>, span: Span) {
        let Some(discrete) = base.discrete() else {
            return;
        };
        let literals = Arc::clone(&discrete.literals);
        let region = self.here();
        for (position, literal) in literals.iter().enumerate() {
            let kind = EntityKind::Literal(position.into(), Arc::clone(base));
            self.declare_in(region, literal, span, kind);
        }
    }

    /// A type of that name in the package around that waits for its full declaration.
    fn incomplete_here(&self, name: &ast::Name) -> Option<(super::entity::EntityId, Subtype)> {
        self.scopes.iter().rev().take(2).find_map(|scope| {
            let known = self.region(*scope).names.get(&name.key())?;
            known.iter().find_map(|id| match &self.entity(*id).kind {
                EntityKind::Subtype(subtype) if !subtype.base.is_complete() => {
                    Some((*id, subtype.clone()))
                }
                _ => None,
            })
        })
    }

    /// What a definition makes: the kind, the constraint of the first subtype, and the root of a
    /// derived type.
    fn definition(
        &mut self,
        declaration: &ast::TypeDeclaration,
        id: u32,
        found: &mut Found,
    ) -> Option<(TypeKind, Constraint, Option<u32>)> {
        let name = &declaration.name;
        match &declaration.definition {
            TypeDefinition::Signed { low, high } => {
                let (first, last) = (self.any_static(low), self.any_static(high));
                let (first, last) = (first?, last?);
                let Some(bits) = base_width(&first, &last) else {
                    self.error(
                        low.span.to(high.span),
                        "no integer type holds this range",
                        "use at most 128 bits",
                    );
                    return None;
                };
                let kind = TypeKind::Discrete(Discrete {
                    base_name: format!("{}'Base", name.text),
                    base: signed_interval(bits),
                    arithmetic: TypeArithmetic::Checked,
                    literals: Arc::default(),
                });
                let range = Range::fixed(Interval::new(first, last));
                Some((kind, Constraint::Range(range), None))
            }
            TypeDefinition::Modular(modulus) => {
                let count = self.any_static(modulus)?;
                if count < BigInt::from(1) || count > BigInt::from(1) << 128 {
                    self.error(
                        modulus.span,
                        format!("{count} is no modulus"),
                        "use a number from 1 to 2 ** 128",
                    );
                    return None;
                }
                Some((
                    counted(&name.text, count, TypeArithmetic::Wrapping, Arc::default()),
                    Constraint::None,
                    None,
                ))
            }
            TypeDefinition::Enumeration(literals) => {
                let texts: Vec<String> = literals.iter().map(|name| name.text.clone()).collect();
                let kind = counted(
                    &name.text,
                    literals.len().into(),
                    TypeArithmetic::None,
                    Arc::new(texts),
                );
                Some((kind, Constraint::None, None))
            }
            TypeDefinition::Float { .. } => Some((
                TypeKind::Lost("floating-point type"),
                Constraint::None,
                None,
            )),
            TypeDefinition::Fixed { .. } | TypeDefinition::Decimal { .. } => {
                Some((TypeKind::Lost("fixed-point type"), Constraint::None, None))
            }
            TypeDefinition::Array(definition) => {
                let (array, constraint) = self.array_definition(definition, found)?;
                Some((TypeKind::Array(array), constraint, None))
            }
            TypeDefinition::Record(modifiers, components) => {
                if modifiers.is_tagged {
                    // Tagged types are records as long as nobody dispatches.
                    self.gap(name.span, "tag of a tagged type");
                }
                let record = self.record_definition(
                    id,
                    &declaration.discriminants,
                    Some(components),
                    None,
                    found,
                )?;
                Some((TypeKind::Record(Arc::new(record)), Constraint::None, None))
            }
            TypeDefinition::Access(_) => Some((TypeKind::Lost(ACCESS), Constraint::None, None)),
            TypeDefinition::Derived {
                parent, extension, ..
            } => {
                let parent = self.indication(parent, found)?;
                if let Some(extension) = extension {
                    let Some(base) = parent.base.record().cloned() else {
                        return Some((TypeKind::Lost("tagged type"), Constraint::None, None));
                    };
                    let record = self.record_definition(
                        id,
                        &declaration.discriminants,
                        Some(extension),
                        Some(&base),
                        found,
                    )?;
                    return Some((TypeKind::Record(Arc::new(record)), Constraint::None, None));
                }
                let kind = match parent.base.kind() {
                    TypeKind::Discrete(discrete) => TypeKind::Discrete(Discrete {
                        base_name: if discrete.arithmetic == TypeArithmetic::Checked {
                            format!("{}'Base", name.text)
                        } else {
                            name.text.clone()
                        },
                        ..discrete.clone()
                    }),
                    other => other.clone(),
                };
                if let Some(target) = parent.base.designated() {
                    // The new type leads where its parent does.
                    let _ = target;
                }
                Some((kind, parent.constraint, Some(parent.base.root)))
            }
            TypeDefinition::Interface { .. } => {
                Some((TypeKind::Lost("interface type"), Constraint::None, None))
            }
            TypeDefinition::AnyDiscrete
            | TypeDefinition::AnySigned
            | TypeDefinition::AnyModular
            | TypeDefinition::AnyFloat
            | TypeDefinition::AnyFixed
            | TypeDefinition::AnyDecimal
            | TypeDefinition::Private(_)
            | TypeDefinition::PrivateExtension { .. }
            | TypeDefinition::Incomplete(_) => {
                Some((TypeKind::Lost("formal type"), Constraint::None, None))
            }
        }
    }

    /// A static integer of any type.
    pub(super) fn any_static(&mut self, expression: &ast::Expression) -> Option<BigInt> {
        let typed = self.expression(expression, None);
        let value = typed.static_integer().cloned();
        if value.is_none() && !typed.is_error() {
            self.not_static(expression);
        }
        value
    }

    /// `array (…) of …`
    pub(super) fn array_definition(
        &mut self,
        definition: &ast::ArrayDefinition,
        found: &mut Found,
    ) -> Option<(ArrayType, Constraint)> {
        let component = self.type_use(&definition.component, found);
        let (indices, constraint) = match &definition.indices {
            ast::ArrayIndices::Unconstrained(marks) => {
                let indices: Option<Vec<Subtype>> =
                    marks.iter().map(|mark| self.subtype_mark(mark)).collect();
                (indices?, Constraint::None)
            }
            ast::ArrayIndices::Constrained(ranges) => {
                let mut indices = Vec::new();
                let mut constraints = Vec::new();
                for range in ranges {
                    let kept = self.kept_range(range, None, found)?;
                    let base = kept.0;
                    indices.push(Subtype::of(&base));
                    constraints.push(kept.1);
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
        Some((ArrayType { indices, component }, constraint))
    }

    /// A range whose bounds are evaluated now and kept.
    fn kept_range(
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
        self.keep_steps(evaluated.steps, assignments, range.span(), found);
        Some((base, Range { first, last, hull }))
    }

    /// A statement that evaluates and keeps.
    pub(super) fn keep_steps(
        &mut self,
        steps: Vec<Step>,
        assignments: Vec<(Variable, Term)>,
        span: Span,
        found: &mut Found,
    ) {
        if steps.is_empty() && assignments.is_empty() {
            return;
        }
        found.push(Statement {
            kind: StatementKind::Assign {
                assignments,
                evaluation: Evaluation {
                    steps,
                    text: String::new(),
                    span,
                },
            },
            span,
        });
    }

    fn record_definition(
        &mut self,
        id: u32,
        discriminants: &ast::Discriminants,
        components: Option<&ast::Components>,
        parent: Option<&Arc<RecordType>>,
        found: &mut Found,
    ) -> Option<RecordType> {
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
                        subtype,
                        default: discriminant.default.clone().map(Arc::new),
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
                            subtype: subtype.clone(),
                            default: object.value.clone().map(Arc::new),
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
                if let Some(interval) = match choice {
                    ast::Choice::Others(_) => None,
                    _ => self.static_choice(choice, &subtype),
                } {
                    intervals.push(interval);
                }
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
        let mut bounds = [&range.first, &range.last].into_iter();
        if bounds.any(|bound| {
            bound
                .variables()
                .iter()
                .any(|found| found.name.contains('#'))
        }) {
            // Of a discriminant nothing is known before there is an object; its own range may do.
            let does = target
                .interval()
                .is_some_and(|target| range.hull.is_inside(&target));
            let starts = range.first.as_value() == target.first.as_value();
            if !does && !(starts && target.interval().is_some_and(|t| range.hull.high <= t.high)) {
                self.gap(span, "bounds that depend on a discriminant are not checked");
            }
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
        self.keep_steps(steps, Vec::new(), span, found);
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
            let (Some(position), Some(value)) = (position, association.actual.expression()) else {
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
            self.keep_steps(evaluation.steps, assignments, value.span, found);
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
                        subject: subject.to_owned(),
                        condition: condition.clone(),
                        scopes: self.scopes.clone(),
                    }));
                }
                ("type_invariant" | "invariant", Some(_)) => {
                    self.gap(aspect.name.span, "type invariant");
                }
                _ => {}
            }
        }
    }
}

/// A type with the values from zero on.
fn counted(
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
