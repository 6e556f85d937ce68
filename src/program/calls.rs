//! Calls.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::elaborator::{Elaborator, Lifting};
use super::entity::{Access, EntityId, EntityKind};
use super::expressions::{Named, Typed, scalar_interval};
use super::frame::Parameter;
use super::lookup::Meaning;
use super::overload::Kind;
use super::place::Place;
use super::tree::{Tree, as_variable};
use super::typed::{Call, GuardedCheck, Mode, Step, SubprogramId};
use super::types::Subtype;
use crate::logic::{Term, Variable};
use crate::source::Span;
use crate::syntax::ast::{self, Actual};
use crate::verdict::Rule;

/// What has been gathered of a call.
struct Gathered {
    before: Vec<Step>,
    arguments: Vec<Option<Term>>,
    results: Vec<Option<Variable>>,
    after: Vec<Step>,
    /// The value of each parameter's variables at the call.
    values: BTreeMap<Variable, Term>,
    /// The objects passed to be changed, and the composites passed to be read.
    places: Vec<(Place, Mode, Span)>,
}

impl Elaborator {
    /// A call statement; `None` where a diagnostic says what is wrong, or nothing is left to do.
    pub(super) fn call(
        &mut self,
        span: Span,
        callee: &ast::Expression,
        arguments: &[ast::Association],
    ) -> Option<Call> {
        let ids = match self.meaning(callee) {
            Meaning::Entities(ids) => ids,
            Meaning::Error => return None,
            Meaning::Nothing => {
                return self.prefixed_call(span, callee, arguments);
            }
            Meaning::Subtype(_) | Meaning::Package(_) => Vec::new(),
        };
        let Some(id) = self.chosen_subprogram(&ids, arguments, |result| result.is_none()) else {
            if ids.iter().any(|id| {
                matches!(&self.entity(*id).kind, EntityKind::Lost(_))
                    || matches!(&self.entity(*id).kind,
                        EntityKind::Object(object) if object.subtype.base.lost().is_some())
            }) {
                self.reject(callee.span, "call through an access value or of an entry");
                return None;
            }
            let procedures = self.subprograms_of(&ids);
            match procedures.as_slice() {
                [] => self.error(
                    callee.span,
                    format!("{callee} is not a procedure"),
                    "call a procedure that is visible here",
                ),
                [only] => self.report_arguments(callee, *only, arguments),
                _ => self.error(
                    callee.span,
                    format!("no {callee} fits these arguments"),
                    "compare the call with the declarations",
                ),
            }
            return None;
        };
        let text = if arguments.is_empty() {
            callee.to_string()
        } else {
            let list: Vec<String> = arguments.iter().map(ToString::to_string).collect();
            format!("{callee} ({})", list.join(", "))
        };
        let actuals = self.match_arguments(callee, id, arguments)?;
        let gathered = self.gather(callee.position, id, &actuals, None)?;
        Some(gathered.into_call(id, text, span))
    }

    /// `Object.Procedure (…)`: the object is the first argument.
    fn prefixed_call(
        &mut self,
        span: Span,
        callee: &ast::Expression,
        arguments: &[ast::Association],
    ) -> Option<Call> {
        if let ast::ExpressionKind::Selected(prefix, selector) = &callee.kind
            && !self.interpretations(prefix).is_empty()
        {
            let found = self.find(&selector.text);
            if !found.is_empty() {
                let name = ast::Expression {
                    kind: ast::ExpressionKind::Name(selector.text.clone()),
                    span: selector.span,
                    position: selector.span,
                };
                let first = ast::Association {
                    formal: None,
                    actual: Actual::Expression((**prefix).clone()),
                };
                let all: Vec<ast::Association> = std::iter::once(first)
                    .chain(arguments.iter().cloned())
                    .collect();
                return self.call(span, &name, &all);
            }
        }
        if matches!(callee.kind, ast::ExpressionKind::Dereference(_)) {
            self.reject(callee.span, "call through an access value");
            return None;
        }
        if matches!(callee.kind, ast::ExpressionKind::Call(..)) {
            self.reject(callee.span, "call of an entry of a family");
            return None;
        }
        self.undeclared(callee);
        None
    }

    fn subprograms_of(&self, ids: &[EntityId]) -> Vec<SubprogramId> {
        ids.iter()
            .filter_map(|id| match &self.entity(*id).kind {
                EntityKind::Subprogram(id) => Some(*id),
                _ => None,
            })
            .collect()
    }

    /// The first subprogram that fits the arguments and whose result is wanted.
    fn chosen_subprogram(
        &mut self,
        ids: &[EntityId],
        arguments: &[ast::Association],
        wanted: impl Fn(Option<&Subtype>) -> bool,
    ) -> Option<SubprogramId> {
        let found = self.subprograms_of(ids);
        found.into_iter().find(|id| {
            let result = self.subprograms[id.0 as usize].result.clone();
            wanted(result.as_ref()) && self.accepts(*id, arguments)
        })
    }

    /// `prefix (arguments)`: a call, a conversion, an indexed component, a slice, an attribute.
    pub(super) fn applied(
        &mut self,
        expression: &ast::Expression,
        prefix: &ast::Expression,
        arguments: &[ast::Association],
        expected: Option<&Subtype>,
    ) -> Typed {
        let position = expression.position;
        let operand = match arguments {
            [argument] if argument.formal.is_none() => argument.actual.expression(),
            _ => None,
        };
        if let Some(found) = self.clause_function(prefix, operand, position) {
            return found;
        }
        if let ast::ExpressionKind::Attribute(mark, designator) = &prefix.kind
            && !matches!(designator.key().as_str(), "base" | "class")
        {
            return self
                .applied_attribute(expression, prefix, mark, designator, arguments, expected);
        }
        match self.meaning(prefix) {
            Meaning::Subtype(subtype) => match operand {
                Some(operand) => self.conversion(expression, operand, &subtype),
                None => {
                    self.error(
                        expression.span,
                        "a conversion has one operand",
                        "write one value",
                    );
                    Typed::error(position)
                }
            },
            Meaning::Entities(ids) => {
                self.applied_entities(expression, prefix, &ids, arguments, expected)
            }
            Meaning::Error => Typed::error(position),
            Meaning::Package(_) => {
                self.error(
                    expression.span,
                    format!("{prefix} cannot be applied to arguments"),
                    "call a function or index an array",
                );
                Typed::error(position)
            }
            Meaning::Nothing => {
                if let ast::ExpressionKind::Name(_) = &prefix.kind {
                    self.undeclared(prefix);
                    return Typed::error(position);
                }
                if let ast::ExpressionKind::Selected(object, selector) = &prefix.kind
                    && self.interpretations(prefix).is_empty()
                    && !self.find(&selector.text).is_empty()
                    && !self.interpretations(object).is_empty()
                {
                    // `Object.Function (…)`
                    let name = ast::Expression {
                        kind: ast::ExpressionKind::Name(selector.text.clone()),
                        span: selector.span,
                        position: selector.span,
                    };
                    let first = ast::Association {
                        formal: None,
                        actual: Actual::Expression((**object).clone()),
                    };
                    let all: Vec<ast::Association> = std::iter::once(first)
                        .chain(arguments.iter().cloned())
                        .collect();
                    return self.applied(expression, &name, &all, expected);
                }
                let typed = self.name_or_value(prefix);
                self.indexed(expression, typed, arguments, expected)
            }
        }
    }

    fn applied_entities(
        &mut self,
        expression: &ast::Expression,
        prefix: &ast::Expression,
        ids: &[EntityId],
        arguments: &[ast::Association],
        expected: Option<&Subtype>,
    ) -> Typed {
        let fits = |result: Option<&Subtype>| {
            result.is_some_and(|result| {
                expected.is_none_or(|expected| result.kind().fits(&expected.base))
            })
        };
        let chosen = self
            .chosen_subprogram(ids, arguments, fits)
            .or_else(|| self.chosen_subprogram(ids, arguments, |result| result.is_some()));
        if let Some(id) = chosen {
            return self.function_call(expression, id, arguments);
        }
        let functions = self.subprograms_of(ids);
        let parameterless = functions
            .iter()
            .copied()
            .find(|id| self.subprograms[id.0 as usize].result.is_some() && self.accepts(*id, &[]));
        if let Some(id) = parameterless {
            let typed = self.function_call(prefix, id, &[]);
            return self.indexed(expression, typed, arguments, expected);
        }
        match functions.as_slice() {
            [] => {
                let typed = self.name(prefix, None);
                self.indexed(expression, typed, arguments, expected)
            }
            [only] => {
                self.report_arguments(prefix, *only, arguments);
                Typed::error(expression.position)
            }
            _ => {
                self.error(
                    expression.span,
                    format!("no {prefix} fits these arguments"),
                    "compare the call with the declarations",
                );
                Typed::error(expression.position)
            }
        }
    }

    /// Says what is wrong with the arguments of a call.
    fn report_arguments(
        &mut self,
        callee: &ast::Expression,
        id: SubprogramId,
        arguments: &[ast::Association],
    ) {
        let known = self.diagnostics.len();
        if let Some(actuals) = self.match_arguments(callee, id, arguments) {
            self.gather(callee.position, id, &actuals, None);
        }
        if self.diagnostics.len() == known {
            self.error(
                callee.span,
                format!("{callee} does not fit these arguments here"),
                "compare the call with its declaration",
            );
        }
    }

    /// The actuals in the order written, each with the index of its formal, then the defaults.
    fn match_arguments(
        &mut self,
        callee: &ast::Expression,
        id: SubprogramId,
        arguments: &[ast::Association],
    ) -> Option<Vec<(usize, ast::Expression)>> {
        let parameters = self.subprograms[id.0 as usize].parameters.clone();
        let mut actuals: Vec<(usize, ast::Expression)> = Vec::new();
        for (at, argument) in arguments.iter().enumerate() {
            let formal = match &argument.formal {
                Some(name) => parameters
                    .iter()
                    .position(|formal| formal.name.eq_ignore_ascii_case(&name.text)),
                None => Some(at).filter(|at| *at < parameters.len()),
            };
            let is_taken = |at: &usize| actuals.iter().any(|(taken, _)| taken == at);
            let actual = argument.actual.expression();
            let (Some(at), Some(actual)) = (formal.filter(|at| !is_taken(at)), actual) else {
                self.error(
                    argument.actual.span(),
                    format!("{callee} has no parameter for this argument"),
                    "compare the call with the declaration",
                );
                return None;
            };
            actuals.push((at, actual.clone()));
        }
        for (at, parameter) in parameters.iter().enumerate() {
            if actuals.iter().any(|(taken, _)| *taken == at) {
                continue;
            }
            let Some(default) = &parameter.default else {
                self.error(
                    callee.span,
                    format!("this call of {callee} lacks an argument"),
                    "compare the call with the declaration",
                );
                return None;
            };
            actuals.push((at, default.clone()));
        }
        Some(actuals)
    }

    /// A call of a function.
    pub(super) fn function_call(
        &mut self,
        expression: &ast::Expression,
        id: SubprogramId,
        arguments: &[ast::Association],
    ) -> Typed {
        match self.match_arguments(expression, id, arguments) {
            Some(actuals) => self.evaluated_call(expression, id, &actuals),
            None => Typed::error(expression.position),
        }
    }

    /// A call of the user's operator.
    pub(super) fn operator_call(
        &mut self,
        expression: &ast::Expression,
        id: SubprogramId,
        operands: &[&ast::Expression],
    ) -> Typed {
        let actuals: Vec<(usize, ast::Expression)> = operands
            .iter()
            .enumerate()
            .map(|(at, operand)| (at, (*operand).clone()))
            .collect();
        self.evaluated_call(expression, id, &actuals)
    }

    fn evaluated_call(
        &mut self,
        expression: &ast::Expression,
        id: SubprogramId,
        actuals: &[(usize, ast::Expression)],
    ) -> Typed {
        let position = expression.position;
        let Some(result) = self.subprograms[id.0 as usize].result.clone() else {
            self.error(
                expression.span,
                format!("{expression} is not a value"),
                "a procedure returns none",
            );
            return Typed::error(position);
        };
        self.ensure(id);
        if let Some(found) = self.intrinsic_call(expression, id, actuals, &result) {
            return found;
        }
        if self.lifting == Lifting::Inlined {
            return self.inlined_call(expression, id, actuals, &result);
        }
        let name = self.subprograms[id.0 as usize].subprogram.name.clone();
        let short = name.rsplit('.').next().unwrap_or(&name).trim_matches('"');
        let target = self.local(&format!("{short}__result"), &result, expression.span);
        let Some(gathered) = self.gather(position, id, actuals, Some(&target)) else {
            return Typed::error(position);
        };
        let values = gathered.values.clone();
        let call = gathered.into_call(id, expression.to_string(), expression.span);
        let mut steps = vec![Step::Call {
            guard: Term::bool(true),
            call: Box::new(call),
        }];
        // What the function returns is known where it is an expression.
        let known = self.subprograms[id.0 as usize].expression.clone();
        if let (Some(known), Tree::Leaf(result)) = (&known, &target)
            && known
                .steps
                .iter()
                .all(|step| matches!(step, Step::Check(_) | Step::Read(_)))
        {
            let value = known.value.term().substitute(&values);
            steps.push(Step::Assume(Term::equal(result.clone(), value)));
        }
        Typed {
            kind: result.kind(),
            value: target,
            steps,
            interval: scalar_interval(&result),
            ..Typed::error(position)
        }
    }

    /// A call whose value is put in its place.
    fn inlined_call(
        &mut self,
        expression: &ast::Expression,
        id: SubprogramId,
        actuals: &[(usize, ast::Expression)],
        result: &Subtype,
    ) -> Typed {
        self.forced_entries.insert(id);
        let target = self.default_tree(result);
        let Some(gathered) = self.gather(expression.position, id, actuals, Some(&target)) else {
            return Typed::error(expression.position);
        };
        let mut steps = gathered.before;
        let known = self.subprograms[id.0 as usize].expression.clone();
        match known {
            Some(known)
                if known
                    .steps
                    .iter()
                    .all(|step| matches!(step, Step::Check(_) | Step::Read(_))) =>
            {
                let substitute = |term: &Term| term.substitute(&gathered.values);
                for step in &known.steps {
                    if let Step::Check(check) = step {
                        steps.push(Step::Check(GuardedCheck {
                            check: check.check.clone(),
                            condition: substitute(&check.condition),
                        }));
                    }
                }
                Typed {
                    kind: result.kind(),
                    value: known.value.map(&substitute),
                    steps,
                    interval: scalar_interval(result),
                    ..Typed::error(expression.position)
                }
            }
            _ => {
                let lost = Typed {
                    steps,
                    ..Typed::error(expression.position)
                };
                let what = "call of a function that is no expression, where calls are not made";
                self.replaced_by_lost(lost, result, expression.span, what)
            }
        }
    }

    /// Evaluates the arguments of a call and its precondition.
    fn gather(
        &mut self,
        position: Span,
        id: SubprogramId,
        actuals: &[(usize, ast::Expression)],
        result: Option<&Tree>,
    ) -> Option<Gathered> {
        self.ensure(id);
        let trees = self.trees(id);
        let parameters = self.subprograms[id.0 as usize].parameters.clone();
        let mut gathered = Gathered {
            before: Vec::new(),
            arguments: Vec::new(),
            results: Vec::new(),
            after: Vec::new(),
            values: BTreeMap::new(),
            places: Vec::new(),
        };
        let mut passed: Vec<Option<Passed>> = vec![None; parameters.len()];
        let scopes = self.subprograms[id.0 as usize].scopes.clone();
        let written = actuals.len();
        for (order, (at, actual)) in actuals.iter().enumerate() {
            let is_default = order >= written
                || parameters[*at]
                    .default
                    .as_ref()
                    .is_some_and(|default| default.span == actual.span);
            let found = if is_default {
                self.in_scopes(scopes.clone(), |this| {
                    this.pass(
                        &parameters[*at],
                        &trees.parameters[*at],
                        actual,
                        &mut gathered,
                    )
                })
            } else {
                self.pass(
                    &parameters[*at],
                    &trees.parameters[*at],
                    actual,
                    &mut gathered,
                )
            };
            passed[*at] = Some(found?);
        }
        for (tree, passed) in trees.parameters.iter().zip(passed) {
            let passed = passed?;
            let values = passed.value.as_ref().map(Tree::terms).unwrap_or_default();
            let backs = passed.back.as_ref().map(Tree::terms).unwrap_or_default();
            for (at, term) in tree.terms().into_iter().enumerate() {
                let Some(variable) = as_variable(term) else {
                    continue;
                };
                let mode = self.formal_mode(id, variable);
                let value = values.get(at).map(|value| (*value).clone());
                if let Some(value) = &value {
                    gathered.values.insert(variable.clone(), value.clone());
                }
                gathered.arguments.push(value.filter(|_| mode != Mode::Out));
                let back = backs.get(at).and_then(|term| as_variable(term)).cloned();
                gathered.results.push(back.filter(|_| mode != Mode::In));
            }
        }
        if let (Some(formal), Some(target)) = (&trees.result, result) {
            for (formal, target) in formal.terms().into_iter().zip(target.terms()) {
                if as_variable(formal).is_some() {
                    gathered.arguments.push(None);
                    gathered.results.push(as_variable(target).cloned());
                }
            }
        }
        self.aliasing_checks(&mut gathered);
        self.precondition_check(position, id, &mut gathered);
        self.variant_check(position, id, &mut gathered);
        Some(gathered)
    }

    /// What is passed to be changed overlaps nothing else that is passed by reference.
    fn aliasing_checks(&mut self, gathered: &mut Gathered) {
        let places = gathered.places.clone();
        for (at, (place, mode, span)) in places.iter().enumerate() {
            for (other, other_mode, _) in &places[..at] {
                if *mode == Mode::In && *other_mode == Mode::In {
                    continue;
                }
                if let Some(overlap) = overlap(place, other) {
                    self.push_check(
                        &mut gathered.before,
                        Rule::Aliasing,
                        *span,
                        "the actual overlaps no other",
                        Term::not(overlap),
                    );
                }
            }
        }
    }

    /// The mode of a leaf of a formal.
    fn formal_mode(&self, id: SubprogramId, variable: &Variable) -> Mode {
        let formals = &self.subprograms[id.0 as usize].subprogram.formals;
        formals
            .iter()
            .find(|formal| formal.object.variable == *variable)
            .map_or(Mode::In, |formal| formal.mode)
    }

    /// The precondition of the callee about the values passed. Where it cannot be evaluated the
    /// call is made all the same: the callee's own checks tell.
    fn precondition_check(&mut self, position: Span, id: SubprogramId, gathered: &mut Gathered) {
        let declared = &self.subprograms[id.0 as usize];
        let Some(precondition) = declared.subprogram.precondition.clone() else {
            return;
        };
        let text = precondition.evaluation.text.clone();
        let (steps, term) = self.instantiate(
            id,
            &precondition.evaluation.steps,
            &precondition.term,
            &gathered.values,
        );
        let mut well_formed = Term::bool(true);
        for step in steps {
            match step {
                Step::Check(check) => {
                    well_formed = Term::and([well_formed, check.condition]);
                }
                Step::Call { guard, call } => gathered.before.push(Step::Call {
                    guard: Term::and([well_formed.clone(), guard]),
                    call,
                }),
                Step::Read(_) => {}
                Step::Forget { .. } | Step::Assign(..) | Step::Assume(_) => {
                    gathered.before.push(step);
                }
            }
        }
        let condition = Term::implies(well_formed, term);
        self.push_check(
            &mut gathered.before,
            Rule::Precondition,
            position,
            text,
            condition,
        );
    }

    /// A recursive call must make the variant smaller.
    fn variant_check(&mut self, position: Span, id: SubprogramId, gathered: &mut Gathered) {
        if self.frame.id != Some(id) || self.frame.variant.is_empty() {
            return;
        }
        let now = self.frame.variant.clone();
        let mut next = Vec::new();
        for (growth, term) in self.variant_terms(id) {
            next.push((growth, term.substitute(&gathered.values)));
        }
        let condition = super::subprograms::progress(&now, &next);
        let text = "the variant of the subprogram makes progress";
        self.push_check(
            &mut gathered.before,
            Rule::SubprogramVariant,
            position,
            text,
            condition,
        );
    }

    /// Steps and a term of another subprogram's contract, about other values, with temporaries of
    /// the present one.
    pub(super) fn instantiate(
        &mut self,
        source: SubprogramId,
        steps: &[Step],
        term: &Term,
        values: &BTreeMap<Variable, Term>,
    ) -> (Vec<Step>, Term) {
        let mut values = values.clone();
        for target in temporaries(steps) {
            let declared = &self.subprograms[source.0 as usize];
            let known = declared
                .frame
                .locals
                .iter()
                .chain(&declared.subprogram.locals)
                .find(|local| local.variable == target)
                .cloned();
            let variable = self.frame.variable(&target.name, target.sort.clone());
            if let Some(known) = known {
                self.frame.locals.push(super::typed::Object {
                    variable: variable.clone(),
                    ..known
                });
            }
            values.insert(target, Term::variable(&variable));
        }
        let steps = substituted(steps, &values, &self.frame.name);
        (steps, term.substitute(&values))
    }

    fn pass(
        &mut self,
        parameter: &Parameter,
        tree: &Tree,
        actual: &ast::Expression,
        gathered: &mut Gathered,
    ) -> Option<Passed> {
        if parameter.mode == Mode::In {
            let value = self.value_for(actual, &parameter.subtype);
            if value.is_error() {
                return None;
            }
            gathered.before.extend(value.steps);
            if let (Some(named), false) = (&value.named, parameter.subtype.is_scalar()) {
                let place = named.place.clone();
                gathered.places.push((place, Mode::In, actual.position));
            }
            return Some(Passed {
                value: Some(value.value),
                back: None,
            });
        }
        let (named, mut steps) = self.assignable(actual)?;
        let kind_fits = named.subtype.kind().fits(&parameter.subtype.base);
        let is_conversion = !kind_fits;
        if is_conversion && !self.is_conversion(actual) {
            self.mismatch(actual, &named.subtype.kind(), &parameter.subtype);
            return None;
        }
        let is_composite = !parameter.subtype.is_scalar();
        let mut value = None;
        if parameter.mode == Mode::InOut {
            let typed = self.value_for(actual, &parameter.subtype);
            if typed.is_error() {
                return None;
            }
            steps.extend(typed.steps);
            value = Some(typed.value);
        } else if is_composite {
            let typed = Typed {
                kind: parameter.subtype.kind(),
                value: named.place.read(),
                ..Typed::error(actual.position)
            };
            let text = actual.to_string();
            let plain = Subtype {
                predicates: Vec::new(),
                ..parameter.subtype.clone()
            };
            let typed = self.constrained_value(&text, typed, &plain);
            steps.extend(typed.steps);
            value = Some(typed.value);
        }
        // The place is that of the call, whatever the callee changes.
        let mut kept = Vec::new();
        let place = {
            let mut list = Vec::new();
            let place = named.place.map_path(&mut |term| {
                list.push(term.clone());
                term.clone()
            });
            let mut terms = list.into_iter();
            let span = actual.span;
            place.map_path(&mut |_| {
                let term = terms.next().unwrap_or_else(|| Term::int(0));
                self.kept("Index__kept", &term, None, span, &mut kept)
            })
        };
        gathered.before.extend(steps);
        for (variable, term) in kept {
            gathered.before.push(Step::Assign(variable, term));
        }
        gathered
            .places
            .push((place.clone(), Mode::InOut, actual.position));
        let back = self.copy_back(parameter, tree, actual, &named, &place, &mut gathered.after);
        Some(Passed {
            value,
            back: Some(back),
        })
    }

    fn is_conversion(&mut self, actual: &ast::Expression) -> bool {
        match &actual.kind {
            ast::ExpressionKind::Call(prefix, _) => self.names_subtype(prefix),
            _ => false,
        }
    }

    /// The variables that receive what comes back: the actual's own, or temporaries that are
    /// checked and then assigned.
    fn copy_back(
        &mut self,
        parameter: &Parameter,
        tree: &Tree,
        actual: &ast::Expression,
        named: &Named,
        place: &Place,
        after: &mut Vec<Step>,
    ) -> Tree {
        if matches!(tree, Tree::Lost) {
            return Tree::Lost;
        }
        let target = named.place.read();
        let is_whole = named.place.path.is_empty();
        let is_wide_enough = match (&parameter.subtype, &named.subtype) {
            (from, to) if to.is_scalar() => {
                to.predicates.is_empty()
                    && to.interval().is_some_and(|to| from.values().is_inside(&to))
            }
            _ => {
                // Composites go back directly where they need not slide.
                let same = |a: &Tree, b: &Tree| match (a.bounds(), b.bounds()) {
                    (Some(a), Some(b)) => {
                        a == b || a.iter().all(|(low, _)| as_variable(low).is_some())
                    }
                    _ => !matches!(a, Tree::Array(..)),
                };
                named.subtype.predicates.is_empty() && same(tree, &target)
            }
        };
        if is_whole && is_wide_enough {
            return target;
        }
        let temporary = self.back_tree(parameter, tree, actual, &target);
        let typed = Typed {
            kind: named.subtype.kind(),
            value: temporary.clone(),
            interval: scalar_interval(&parameter.subtype),
            ..Typed::error(actual.position)
        };
        let text = actual.to_string();
        let typed = self.constrained_value(&text, typed, &named.subtype);
        after.extend(typed.steps);
        for (variable, term) in place.assign(&typed.value) {
            after.push(Step::Assign(variable, term));
        }
        temporary
    }

    /// Temporaries of the shape of a formal; its bounds are the actual's.
    fn back_tree(
        &mut self,
        parameter: &Parameter,
        tree: &Tree,
        actual: &ast::Expression,
        target: &Tree,
    ) -> Tree {
        let base = match &actual.kind {
            ast::ExpressionKind::Name(name) => name.clone(),
            _ => parameter.name.clone(),
        };
        let back = self.local(&format!("{base}__back"), &parameter.subtype, actual.span);
        match (tree.bounds(), target.bounds()) {
            (Some(own), Some(bounds)) if own.iter().any(|(a, _)| as_variable(a).is_some()) => {
                back.with_bounds(bounds.to_vec())
            }
            _ => back,
        }
    }

    /// The variable that a name stands for, if it may be assigned to, and what finding it does.
    pub(super) fn assignable(&mut self, name: &ast::Expression) -> Option<(Named, Vec<Step>)> {
        // A conversion of a variable is a view of it.
        if let ast::ExpressionKind::Call(prefix, arguments) = &name.kind
            && let [argument] = arguments.as_slice()
            && let Some(operand) = argument.actual.expression()
            && self.names_subtype(prefix)
        {
            return self.assignable(operand);
        }
        let is_name = matches!(
            name.kind,
            ast::ExpressionKind::Name(_)
                | ast::ExpressionKind::Selected(..)
                | ast::ExpressionKind::Call(..)
                | ast::ExpressionKind::Dereference(_)
                | ast::ExpressionKind::Attribute(..)
        );
        if !is_name {
            if !matches!(name.kind, ast::ExpressionKind::Error) {
                self.error(
                    name.span,
                    format!("{name} cannot be assigned to"),
                    "assign to a variable",
                );
            }
            return None;
        }
        let what = match self.meaning(name) {
            Meaning::Entities(ids) => match ids.as_slice() {
                [only] => match &self.entity(*only).kind {
                    EntityKind::Object(_) | EntityKind::Error => None,
                    kind => Some(kind.describe()),
                },
                _ => Some("a subprogram"),
            },
            Meaning::Subtype(_) => Some("a type"),
            Meaning::Package(_) => Some("a package"),
            Meaning::Error => return None,
            Meaning::Nothing => None,
        };
        if let Some(what) = what {
            self.error(
                name.span,
                format!("{name} is {what} and cannot be assigned to"),
                "assign to a variable",
            );
            return None;
        }
        let typed = self.name(name, None);
        if typed.is_error() {
            return None;
        }
        let Some(named) = typed.named else {
            if typed.value.is_lost() || matches!(typed.kind, Kind::Any) {
                // Through an access value, nobody knows what is assigned to.
                self.gap(name.span, "assignment through an access value");
                return None;
            }
            self.error(
                name.span,
                format!("{name} cannot be assigned to"),
                "assign to a variable",
            );
            return None;
        };
        let what = match named.access {
            Access::Variable | Access::Volatile | Access::Formal(Mode::Out | Mode::InOut) => None,
            Access::Constant => Some("a constant"),
            Access::LoopParameter => Some("a loop parameter"),
            Access::Formal(Mode::In) => Some("a parameter of mode in"),
        };
        if let Some(what) = what {
            self.error(
                name.span,
                format!("{name} is {what} and cannot be assigned to"),
                "assign to a variable",
            );
            return None;
        }
        Some((named, typed.steps))
    }

    /// `even (Y)` and `odd (Y)` in a clause.
    fn clause_function(
        &mut self,
        prefix: &ast::Expression,
        operand: Option<&ast::Expression>,
        position: Span,
    ) -> Option<Typed> {
        let (ast::ExpressionKind::Name(name), Some(operand)) = (&prefix.kind, operand) else {
            return None;
        };
        if self.context != super::expressions::Context::Clause || !self.find(name).is_empty() {
            return None;
        }
        let rest = match name.to_ascii_lowercase().as_str() {
            "even" => 0,
            "odd" => 1,
            _ => return None,
        };
        let typed = self.integer_value(operand);
        if typed.is_error() {
            return Some(Typed::error(position));
        }
        let term = Term::arithmetic(crate::logic::Arithmetic::Modulo, typed.term(), Term::int(2));
        let result = Typed {
            kind: Kind::Of(Arc::clone(&self.standard.boolean)),
            value: Tree::Leaf(Term::equal(term, Term::int(rest))),
            ..Typed::error(position)
        };
        Some(result.evaluated(vec![typed]))
    }
}

/// How one parameter is passed.
#[derive(Debug, Clone)]
struct Passed {
    value: Option<Tree>,
    back: Option<Tree>,
}

impl Gathered {
    fn into_call(self, callee: SubprogramId, text: String, span: Span) -> Call {
        let roots = |wanted: bool| -> Vec<(Variable, Span)> {
            let places = self.places.iter();
            places
                .filter(|(_, mode, _)| (*mode == Mode::In) == wanted)
                .flat_map(|(place, _, span)| {
                    place.root.variables().into_iter().map(|root| (root, *span))
                })
                .collect()
        };
        Call {
            changed: roots(false),
            read: roots(true),
            callee,
            before: self.before,
            arguments: self.arguments,
            results: self.results,
            after: self.after,
            text,
            span,
        }
    }
}

/// When two places share a part; `None` if they never do.
fn overlap(a: &Place, b: &Place) -> Option<Term> {
    use super::place::PathStep;
    let roots = a.root.variables();
    if !b.root.variables().iter().any(|root| roots.contains(root)) {
        return None;
    }
    let mut equal = Vec::new();
    for (x, y) in a.path.iter().zip(&b.path) {
        match (x, y) {
            (PathStep::Component(x), PathStep::Component(y)) => {
                if !x.eq_ignore_ascii_case(y) {
                    return None;
                }
            }
            (PathStep::Index(x), PathStep::Index(y)) => {
                for (x, y) in x.iter().zip(y) {
                    equal.push(Term::equal(x.clone(), y.clone()));
                }
            }
            (PathStep::Slice(low, high), PathStep::Slice(from, to)) => {
                let order = |a: &Term, b: &Term| {
                    Term::compare(crate::logic::Comparison::LessEqual, a.clone(), b.clone())
                };
                equal.push(order(low, to));
                equal.push(order(from, high));
                equal.push(order(low, high));
                equal.push(order(from, to));
                break;
            }
            // A slice and one of its components.
            _ => break,
        }
    }
    let condition = Term::and(equal);
    (!condition.is_bool(false)).then_some(condition)
}

/// The temporaries that steps set.
pub(crate) fn temporaries(steps: &[Step]) -> Vec<Variable> {
    let mut found = Vec::new();
    for step in steps {
        match step {
            Step::Forget { target, .. } | Step::Assign(target, _) => found.push(target.clone()),
            Step::Call { call, .. } => {
                found.extend(temporaries(&call.before));
                found.extend(call.results.iter().flatten().cloned());
                found.extend(temporaries(&call.after));
            }
            Step::Check(_) | Step::Assume(_) | Step::Read(_) => {}
        }
    }
    found.sort();
    found.dedup();
    found
}

/// Steps about other values; checks of calls inside belong to the subprogram named.
pub(crate) fn substituted(
    steps: &[Step],
    values: &BTreeMap<Variable, Term>,
    name: &str,
) -> Vec<Step> {
    let term = |term: &Term| term.substitute(values);
    let variable = |variable: &Variable| {
        values
            .get(variable)
            .and_then(|term| as_variable(term))
            .unwrap_or(variable)
            .clone()
    };
    steps
        .iter()
        .map(|step| match step {
            Step::Check(check) => {
                let mut check = check.clone();
                check.condition = term(&check.condition);
                name.clone_into(&mut check.check.subprogram);
                Step::Check(check)
            }
            Step::Forget { target, chooser } => Step::Forget {
                target: variable(target),
                chooser: *chooser,
            },
            Step::Assign(target, value) => Step::Assign(variable(target), term(value)),
            Step::Assume(condition) => Step::Assume(term(condition)),
            Step::Read(read) => {
                let mut read = read.clone();
                read.guard = term(&read.guard);
                Step::Read(read)
            }
            Step::Call { guard, call } => Step::Call {
                guard: term(guard),
                call: Box::new(Call {
                    callee: call.callee,
                    before: substituted(&call.before, values, name),
                    arguments: call
                        .arguments
                        .iter()
                        .map(|argument| argument.as_ref().map(term))
                        .collect(),
                    results: call
                        .results
                        .iter()
                        .map(|result| result.as_ref().map(variable))
                        .collect(),
                    after: substituted(&call.after, values, name),
                    changed: call.changed.clone(),
                    read: call.read.clone(),
                    text: call.text.clone(),
                    span: call.span,
                }),
            },
        })
        .collect()
}
