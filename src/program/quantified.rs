//! Quantified and declare expressions, and ranges.

use std::sync::Arc;

use super::elaborator::{Elaborator, Lifting};
use super::entity::{Access, EntityKind, Object};
use super::expressions::Typed;
use super::interval::Interval;
use super::lookup::Meaning;
use super::names::EvaluatedRange;
use super::operators::position_term;
use super::overload::{Kind, common};
use super::place::{PathStep, Place};
use super::tree::Tree;
use super::typed::{GuardedCheck, Step};
use super::types::{Range, Subtype};
use crate::logic::{Arithmetic, Binder, Comparison, Quantifier, Sort, Term, Value, Variable};
use crate::source::Span;
use crate::syntax::ast::{self, DiscreteRange};
use crate::verdict::Rule;

impl Elaborator {
    /// `(for all X in D => P)`
    pub(super) fn quantified(
        &mut self,
        expression: &ast::Expression,
        quantifier: ast::Quantifier,
        iteration: &ast::Iteration,
        predicate: &ast::Expression,
    ) -> Typed {
        let position = expression.position;
        let boolean = Subtype::of(&self.standard.boolean);
        let mut before = Vec::new();
        let Some((range, element)) = self.iteration_range(iteration, &mut before) else {
            let lost = Typed {
                steps: before,
                ..Typed::error(position)
            };
            return self.replaced_by_lost(lost, &boolean, position, "quantified expression");
        };
        let (binder, (filter, mut body)) = self.in_binder(&iteration.parameter, &range, |this| {
            if let Some((place, subtype)) = &element {
                this.rebind_element(iteration, place, subtype);
            }
            let filter = iteration
                .filter
                .as_ref()
                .map(|filter| this.boolean(filter, &boolean));
            (filter, this.boolean(predicate, &boolean))
        });
        let mut term = body.term();
        let quantifier = match quantifier {
            ast::Quantifier::All => Quantifier::ForAll,
            ast::Quantifier::Some => Quantifier::Exists,
        };
        let mut steps = Vec::new();
        if let Some(filter) = filter {
            steps.extend(filter.steps.clone());
            body.guard(&filter.term());
            term = match quantifier {
                Quantifier::ForAll => Term::implies(filter.term(), term),
                Quantifier::Exists => Term::and([filter.term(), term]),
            };
        }
        steps.extend(body.steps);
        // A value is looked at only if those before it have not decided the result.
        let undecided = match quantifier {
            Quantifier::ForAll => term.clone(),
            Quantifier::Exists => Term::not(term.clone()),
        };
        before.extend(range.steps.clone());
        let result = Typed {
            kind: boolean.kind(),
            value: Tree::Leaf(Term::quantified(quantifier, binder.clone(), term)),
            interval: Interval::new(0, 1),
            ..Typed::error(position)
        };
        match self.quantify_steps(steps, &binder, Some(&undecided), expression.span) {
            Some(steps) => {
                before.extend(steps);
                Typed {
                    steps: before,
                    ..result
                }
            }
            None => {
                let lost = Typed {
                    steps: before,
                    ..result
                };
                self.replaced_by_lost(lost, &boolean, position, "call in a quantified expression")
            }
        }
    }

    /// Steps made for each value of a bound variable, in order. `None` where one cannot be made so.
    ///
    /// `undecided` is what holds of a value after which the next one is looked at.
    pub(super) fn quantify_steps(
        &mut self,
        steps: Vec<Step>,
        binder: &Binder,
        undecided: Option<&Term>,
        span: Span,
    ) -> Option<Vec<Step>> {
        let mut found = Vec::new();
        let mut is_possible = true;
        let runs = Term::compare(
            Comparison::LessEqual,
            binder.low.clone(),
            binder.high.clone(),
        );
        for step in steps {
            match step {
                Step::Check(check) => {
                    let mut condition = check.condition.clone();
                    if !condition.variables().contains(&binder.variable) && undecided.is_none() {
                        condition = Term::implies(runs.clone(), condition);
                    } else {
                        if let Some(undecided) = undecided {
                            let earlier = earlier(binder, undecided);
                            condition = Term::implies(earlier, condition);
                        }
                        condition = Term::quantified(Quantifier::ForAll, binder.clone(), condition);
                    }
                    found.push(Step::Check(GuardedCheck { condition, ..check }));
                }
                Step::Read(read) => {
                    let mut read = read;
                    // Some component is read: all of them count.
                    read.guard = if read.guard.variables().contains(&binder.variable) {
                        Term::quantified(Quantifier::Exists, binder.clone(), read.guard)
                    } else {
                        Term::and([runs.clone(), read.guard])
                    };
                    if read
                        .indices
                        .iter()
                        .any(|index| index.variables().contains(&binder.variable))
                    {
                        read.indices.clear();
                    }
                    found.push(Step::Read(read));
                }
                Step::Assume(condition) => {
                    found.push(Step::Assume(Term::quantified(
                        Quantifier::ForAll,
                        binder.clone(),
                        condition,
                    )));
                }
                Step::Call { .. } | Step::Forget { .. } | Step::Assign(..) => is_possible = false,
            }
        }
        if !is_possible {
            self.gap(span, "call or lost value under a quantifier");
            return None;
        }
        Some(found)
    }

    /// Runs something with a bound variable declared under the name of a parameter.
    pub(super) fn in_binder<T>(
        &mut self,
        parameter: &ast::Name,
        range: &EvaluatedRange,
        action: impl FnOnce(&mut Elaborator) -> T,
    ) -> (Binder, T) {
        let depth = self.binders;
        // No program variable bears such a name, so that nothing is captured.
        let name = if depth == 0 {
            format!("{}'", parameter.text)
        } else {
            format!("{}'{depth}", parameter.text)
        };
        let binder = Binder::new(&name, range.low.clone(), range.high.clone());
        let lifting = std::mem::replace(&mut self.lifting, Lifting::Inlined);
        self.binders += 1;
        let variable = binder.variable.clone();
        self.frame.stable.insert(variable.clone());
        let result = self.in_region(|this| {
            let interval = Interval::new(
                range.low_interval.low.clone(),
                range.high_interval.high.clone(),
            );
            let is_boolean = range.base.is_boolean();
            let value = if is_boolean {
                Term::equal(Term::variable(&variable), Term::int(1))
            } else {
                Term::variable(&variable)
            };
            let hull = if interval.is_empty() {
                range.base.base_interval()
            } else {
                interval
            };
            let subtype = if is_boolean {
                Subtype::of(&range.base)
            } else {
                Subtype::ranged(&range.base, None, Range::fixed(hull))
            };
            let kind = EntityKind::Object(Arc::new(Object {
                place: Place::whole(Tree::Leaf(value)),
                subtype,
                access: Access::LoopParameter,
            }));
            this.declare(parameter, kind);
            action(this)
        });
        self.binders -= 1;
        self.lifting = lifting;
        (binder, result)
    }

    /// The parameter of an iteration over elements stands for the element at the bound index.
    fn rebind_element(&mut self, iteration: &ast::Iteration, place: &Place, subtype: &Subtype) {
        let Some(id) = self.find(&iteration.parameter.text).first().copied() else {
            return;
        };
        let EntityKind::Object(index) = self.entity(id).kind.clone() else {
            return;
        };
        let index = position_term(&index.place.read().term());
        let kind = EntityKind::Object(Arc::new(Object {
            place: place.step(PathStep::Index(vec![index])),
            subtype: subtype.clone(),
            access: Access::Constant,
        }));
        self.entities[id.0 as usize].kind = kind;
    }

    /// The range of an iteration; over the elements of an array, also where they stand.
    #[allow(clippy::type_complexity)] // one answer in two parts
    pub(super) fn iteration_range(
        &mut self,
        iteration: &ast::Iteration,
        before: &mut Vec<Step>,
    ) -> Option<(EvaluatedRange, Option<(Place, Subtype)>)> {
        match &iteration.domain {
            ast::Domain::Discrete(range) => Some((self.discrete_range(range, None)?, None)),
            ast::Domain::Elements(array) => {
                let typed = self.name_or_value(array);
                let typed = self.read(array, typed);
                let base = typed.kind.base()?.clone();
                let Some(found) = base.array().cloned() else {
                    self.gap(array.span, "iteration over a container");
                    return None;
                };
                let Some([(low, high)]) = typed.value.bounds() else {
                    self.gap(array.span, "iteration over an array of several dimensions");
                    return None;
                };
                let (low, high) = (low.clone(), high.clone());
                before.extend(typed.steps);
                let place = typed
                    .named
                    .map_or_else(|| Place::whole(typed.value.clone()), |named| named.place);
                let hull = found.indices[0].values();
                let known = |term: &Term| match term.as_value() {
                    Some(Value::Int(value)) => Interval::point(&value),
                    _ => hull.clone(),
                };
                let range = EvaluatedRange {
                    base: Arc::clone(&found.indices[0].base),
                    low_interval: known(&low),
                    high_interval: known(&high),
                    low,
                    high,
                    steps: Vec::new(),
                    low_span: array.span,
                    high_span: array.span,
                    low_text: format!("{array}'First"),
                    high_text: format!("{array}'Last"),
                };
                Some((range, Some((place, found.component.clone()))))
            }
            ast::Domain::Iterator(iterator) => {
                self.gap(iterator.span, "iterator");
                None
            }
        }
    }

    /// `(declare … begin value)`
    pub(super) fn declare_expression(
        &mut self,
        declarations: &[ast::Declaration],
        value: &ast::Expression,
        expected: Option<&Subtype>,
    ) -> Typed {
        self.in_region(|this| {
            let mut steps = Vec::new();
            for declaration in declarations {
                this.expression_declaration(declaration, &mut steps);
            }
            let typed = match expected {
                Some(expected) => this.value_for(value, expected),
                None => this.expression(value, None),
            };
            Typed {
                steps: steps.into_iter().chain(typed.steps.clone()).collect(),
                ..typed
            }
        })
    }

    /// A constant or renaming in a declare expression: its value is put where it is used.
    fn expression_declaration(&mut self, declaration: &ast::Declaration, steps: &mut Vec<Step>) {
        match &declaration.kind {
            ast::DeclarationKind::Object(object) => {
                let Some(value) = &object.value else {
                    return;
                };
                let Some(subtype) = self.object_subtype(object, steps) else {
                    return;
                };
                let typed = self.value_for(value, &subtype);
                steps.extend(typed.steps);
                for name in &object.names {
                    let kind = EntityKind::Object(Arc::new(Object {
                        place: Place::whole(typed.value.clone()),
                        subtype: subtype.clone(),
                        access: Access::Constant,
                    }));
                    self.declare(name, kind);
                }
            }
            ast::DeclarationKind::Renaming(renaming) => {
                if let ast::RenamingKind::Object(name, _) = &renaming.kind {
                    let typed = self.name_or_value(&renaming.renamed);
                    let typed = self.read(&renaming.renamed, typed);
                    let Some(base) = typed.kind.base().cloned() else {
                        return;
                    };
                    steps.extend(typed.steps);
                    let kind = EntityKind::Object(Arc::new(Object {
                        place: Place::whole(typed.value),
                        subtype: typed
                            .named
                            .map_or_else(|| Subtype::of(&base), |named| named.subtype),
                        access: Access::Constant,
                    }));
                    self.declare(name, kind);
                }
            }
            ast::DeclarationKind::Pragma(_) => {
                self.gap(declaration.span, "pragma in a declare expression");
            }
            _ => self.error(
                declaration.span,
                "this cannot be declared in an expression",
                "declare constants and renamings",
            ),
        }
    }

    /// The kinds that the bounds of a range may have.
    pub(super) fn range_interpretations(&mut self, range: &DiscreteRange) -> Vec<Kind> {
        match range {
            DiscreteRange::Range(ast::Range::Bounds(low, high)) => {
                let (a, b) = (self.interpretations(low), self.interpretations(high));
                common(&a, &b)
            }
            DiscreteRange::Range(ast::Range::Attribute { prefix, .. }) => {
                match self.meaning(prefix) {
                    Meaning::Subtype(subtype) if subtype.base.array().is_none() => {
                        vec![subtype.kind()]
                    }
                    _ => Vec::new(),
                }
            }
            DiscreteRange::Subtype(indication) => match self.meaning(&indication.mark) {
                Meaning::Subtype(subtype) => vec![subtype.kind()],
                _ => Vec::new(),
            },
        }
    }

    /// Evaluates a range of discrete values; a universal one is of the expected type, or Integer.
    pub(super) fn discrete_range(
        &mut self,
        range: &DiscreteRange,
        expected: Option<&Subtype>,
    ) -> Option<EvaluatedRange> {
        match range {
            DiscreteRange::Range(range) => self.bounds_of(range, expected),
            DiscreteRange::Subtype(indication) => {
                let subtype = self.subtype_mark(&indication.mark)?;
                if !subtype.base.is_discrete() {
                    self.error(
                        indication.span,
                        format!("{} has no ranges", subtype.base.name),
                        "use an integer or enumeration",
                    );
                    return None;
                }
                match &indication.constraint {
                    None => Some(whole_range(&subtype, indication.span)),
                    Some(ast::Constraint::Range(range)) => {
                        let plain = Subtype::of(&subtype.base);
                        let mut found = self.bounds_of(range, Some(&plain))?;
                        self.inside_mark(&mut found, &subtype);
                        Some(found)
                    }
                    Some(_) => {
                        self.error(indication.span, "a range is expected", "write low .. high");
                        None
                    }
                }
            }
        }
    }

    /// A range that is not empty must lie in the subtype. Both bounds are evaluated before either
    /// is checked.
    fn inside_mark(&mut self, found: &mut EvaluatedRange, subtype: &Subtype) {
        let target = subtype.range();
        let is_null = Term::compare(Comparison::Greater, found.low.clone(), found.high.clone());
        let bounds = [
            (
                &found.low,
                &found.low_interval,
                found.low_span,
                &found.low_text,
            ),
            (
                &found.high,
                &found.high_interval,
                found.high_span,
                &found.high_text,
            ),
        ];
        let mut checks = Vec::new();
        for (bound, interval, span, text) in bounds {
            let is_inside = target
                .interval()
                .is_some_and(|target| interval.is_inside(&target));
            if !is_inside {
                let inside = Term::between(bound, target.first.clone(), target.last.clone());
                let condition = Term::or([is_null.clone(), inside]);
                let text = format!("{text} in {}", subtype.describe());
                checks.push(self.check(Rule::Range, span, text, condition));
            }
        }
        found.steps.extend(checks);
        // What the range is used for happens only where it is not empty.
        found.low_interval = found.low_interval.clipped(&subtype.values());
        found.high_interval = found.high_interval.clipped(&subtype.values());
    }

    pub(super) fn bounds_of(
        &mut self,
        range: &ast::Range,
        expected: Option<&Subtype>,
    ) -> Option<EvaluatedRange> {
        match range {
            ast::Range::Bounds(low, high) => {
                let (a, b) = (self.interpretations(low), self.interpretations(high));
                let both = common(&a, &b);
                let fits = expected.filter(|expected| {
                    both.is_empty() || both.iter().any(|kind| kind.fits(&expected.base))
                });
                let wanted = match (fits, both.iter().find_map(Kind::base)) {
                    (Some(expected), _) => Subtype::of(&expected.base),
                    (None, Some(base)) => Subtype::of(base),
                    (None, None) => Subtype::of(&self.standard.integer),
                };
                if !wanted.base.is_discrete() {
                    self.error(
                        range.span(),
                        format!("{} has no discrete ranges", wanted.base.name),
                        "use an integer or enumeration",
                    );
                    return None;
                }
                let x = self.expression(low, Some(&wanted));
                let x = self.converted(low, x, &wanted);
                let y = self.expression(high, Some(&wanted));
                let y = self.converted(high, y, &wanted);
                if x.is_error() || y.is_error() {
                    return None;
                }
                let mut steps = x.steps.clone();
                steps.extend(y.steps.clone());
                Some(EvaluatedRange {
                    base: Arc::clone(&wanted.base),
                    low: position_term(&x.term()),
                    high: position_term(&y.term()),
                    low_interval: x.interval,
                    high_interval: y.interval,
                    steps,
                    low_span: x.position,
                    high_span: y.position,
                    low_text: low.to_string(),
                    high_text: high.to_string(),
                })
            }
            ast::Range::Attribute {
                prefix,
                dimension,
                span,
            } => {
                if let Meaning::Subtype(subtype) = self.meaning(prefix)
                    && subtype.base.is_discrete()
                {
                    return Some(whole_range(&subtype, *span));
                }
                let first = self.array_bound(prefix, dimension.as_deref(), true, *span)?;
                let last = self.array_bound(prefix, dimension.as_deref(), false, *span)?;
                let base = first.kind.base()?.clone();
                Some(EvaluatedRange {
                    base,
                    low: position_term(&first.term()),
                    high: position_term(&last.term()),
                    low_interval: first.interval,
                    high_interval: last.interval,
                    steps: first.steps,
                    low_span: *span,
                    high_span: *span,
                    low_text: format!("{prefix}'First"),
                    high_text: format!("{prefix}'Last"),
                })
            }
        }
    }
}

/// The whole range of a discrete subtype.
pub(super) fn whole_range(subtype: &Subtype, span: Span) -> EvaluatedRange {
    let range = subtype.range();
    let known = |term: &Term| match term.as_value() {
        Some(Value::Int(value)) => Interval::point(&value),
        _ => range.hull.clone(),
    };
    EvaluatedRange {
        base: Arc::clone(&subtype.base),
        low_interval: known(&range.first),
        high_interval: known(&range.last),
        low: range.first.clone(),
        high: range.last.clone(),
        steps: Vec::new(),
        low_span: span,
        high_span: span,
        low_text: range.first.to_string(),
        high_text: range.last.to_string(),
    }
}

/// That the condition holds of every value before the bound one.
fn earlier(binder: &Binder, condition: &Term) -> Term {
    if condition.is_bool(true) {
        return Term::bool(true);
    }
    let before = Variable::new(&format!("{}before", binder.variable.name), Sort::Int);
    let last = Term::arithmetic(
        Arithmetic::Subtract,
        Term::variable(&binder.variable),
        Term::int(1),
    );
    let condition = condition.map_variables(&|variable| {
        if *variable == binder.variable {
            Term::variable(&before)
        } else {
            Term::variable(variable)
        }
    });
    let earlier = Binder {
        variable: before,
        low: binder.low.clone(),
        high: last,
    };
    Term::quantified(Quantifier::ForAll, earlier, condition)
}
