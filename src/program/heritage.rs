//! Class-wide contracts, which bind what overrides a subprogram, too (RM 6.1.1).
//!
//! They are read again in the terms of the overriding subprogram: its parameters stand for those of
//! the subprogram that it overrides. Where that cannot be done, its body is rejected, since nobody
//! knows what may be assumed in it.

use std::sync::Arc;

use super::elaborator::Elaborator;
use super::entity::{EntityKind, RegionId};
use super::frame::{Binding, Overridden, Parameter};
use super::lookup::Meaning;
use super::typed::{Expression, SubprogramId};
use super::typed_value::guard_steps;
use super::types::Type;
use crate::logic::Term;
use crate::source::Span;
use crate::syntax::ast::{self, SubprogramSpecification};

/// `Pre'Class` or `Post'Class`, as it is written.
#[derive(Debug, Clone)]
pub(super) struct ClassContract {
    kind: ContractKind,
    condition: Arc<ast::Expression>,
    /// The formals it speaks of, in order.
    formals: Vec<String>,
    scopes: Vec<RegionId>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ContractKind {
    Precondition,
    Postcondition,
}

impl Elaborator {
    /// What with a class-wide contract a subprogram to be declared here overrides.
    pub(super) fn overridden(&self, name: &ast::Name, parameters: &[Parameter]) -> Overridden {
        let mut types = parameters.iter().map(|each| each.subtype.base.id);
        let is_promised = types.any(|id| {
            let promised = self.promised.get(&id);
            promised.is_some_and(|names| names.contains(&name.key()))
        });
        if is_promised {
            return Overridden::OfInterface;
        }
        let known = self.region(self.here()).names.get(&name.key());
        let mut known = known.into_iter().flatten();
        let inherited = known.find_map(|id| {
            let EntityKind::Subprogram(id) = &self.entity(*id).kind else {
                return None;
            };
            let declared = &self.subprograms[id.0 as usize];
            let mut pairs = declared.parameters.iter().zip(parameters);
            let is_overridden = declared.inherits.is_some()
                && declared.binding == Binding::Heirs
                && declared.parameters.len() == parameters.len()
                && pairs.all(|(a, b)| a.subtype.base.id == b.subtype.base.id);
            is_overridden.then_some(*id)
        });
        inherited.map_or(Overridden::Nothing, Overridden::Inherited)
    }

    /// Lists the contracts that a type takes over beside what its parent hands down.
    pub(super) fn unjudged_heritage(
        &mut self,
        name: &ast::Name,
        derived: &Type,
        parent: &Type,
        interfaces: &[ast::Expression],
    ) {
        if self.invariants.contains_key(&parent.id) {
            self.promise(name.span, "type invariant of a parent");
        }
        for interface in interfaces {
            let Meaning::Subtype(subtype) = self.meaning(interface) else {
                continue;
            };
            let primitives = self.primitives.get(&subtype.base.id).into_iter().flatten();
            let bound = primitives
                .filter(|(_, id)| self.subprograms[id.0 as usize].binding == Binding::Heirs);
            let names: Vec<String> = bound.map(|(name, _)| name.key()).collect();
            if !names.is_empty() {
                self.promised.entry(derived.id).or_default().extend(names);
                self.promise(name.span, "class-wide contract of an interface");
            }
        }
    }

    /// Keeps the class-wide contracts of a subprogram that is declared in the present scopes, with
    /// those that it inherits, and returns the latter; `None` where they are not known.
    pub(super) fn heritage(
        &mut self,
        id: SubprogramId,
        specification: &SubprogramSpecification,
    ) -> Option<Vec<ClassContract>> {
        let declared = &mut self.subprograms[id.0 as usize];
        let formals: Vec<String> = declared.parameters.iter().map(|p| p.name.clone()).collect();
        // What completes a declaration has inherited already.
        let overrides = std::mem::replace(&mut declared.overrides, Overridden::Nothing);
        let mut inherited = Vec::new();
        if let Overridden::Inherited(overridden) = overrides {
            let origin = self.implementation(overridden);
            self.ensure(origin);
            inherited.clone_from(&self.subprograms[origin.0 as usize].heritage);
        }
        let own = specification.aspects.iter().filter_map(|aspect| {
            let kind = match aspect.name.key().as_str() {
                "pre" | "precondition" => ContractKind::Precondition,
                "post" | "postcondition" => ContractKind::Postcondition,
                _ => return None,
            };
            let definition = aspect.definition.as_ref().filter(|_| aspect.is_classwide)?;
            Some(ClassContract {
                kind,
                condition: Arc::new(definition.clone()),
                formals: formals.clone(),
                scopes: self.scopes.clone(),
            })
        });
        let own: Vec<ClassContract> = own.collect();
        // Which of several preconditions held is not asked.
        let mut kinds = own.iter().map(|each| each.kind);
        let is_alternative = kinds.any(|kind| kind == ContractKind::Precondition);
        let is_known = match overrides {
            Overridden::Nothing => true,
            Overridden::Inherited(_) => !inherited.is_empty() && !is_alternative,
            Overridden::OfInterface => false,
        };
        let all = inherited.iter().cloned().chain(own);
        self.subprograms[id.0 as usize].heritage.extend(all);
        is_known.then_some(inherited)
    }

    /// Adds inherited contracts to those of the subprogram that is being read; where one cannot be
    /// read, the body is rejected.
    pub(super) fn inherit_contracts(
        &mut self,
        inherited: Option<Vec<ClassContract>>,
        name: Span,
        parameters: &[Parameter],
        precondition: &mut Option<Expression>,
        postcondition: &mut Option<Expression>,
    ) {
        const UNREAD: &str = "class-wide contract of what is overridden";
        let Some(inherited) = inherited else {
            self.reject(name, UNREAD);
            return;
        };
        for contract in &inherited {
            let Some(found) = self.read_again(contract, parameters) else {
                self.reject(name, UNREAD);
                return;
            };
            let own = match contract.kind {
                ContractKind::Precondition => &mut *precondition,
                ContractKind::Postcondition => &mut *postcondition,
            };
            *own = Some(match own.take() {
                Some(own) => joined(own, found),
                None => found,
            });
        }
    }

    /// A contract with the formals of the present subprogram in the place of its own.
    fn read_again(
        &mut self,
        contract: &ClassContract,
        parameters: &[Parameter],
    ) -> Option<Expression> {
        let formals = self.here();
        let region = self.new_region(None, "");
        for (theirs, own) in contract.formals.iter().zip(parameters) {
            let id = *self.find_in(formals, &own.name).first()?;
            let kind = self.entity(id).kind.clone();
            self.declare_in(region, theirs, own.span, kind);
        }
        let mut scopes = contract.scopes.clone();
        scopes.push(region);
        let known = self.diagnostics.len();
        let mistake = self.frame.mistake.take();
        // Whoever asks what names stand for is told at the declaration.
        let references = self.references.take();
        let condition = Arc::clone(&contract.condition);
        let found = self.in_scopes(scopes, |this| match contract.kind {
            ContractKind::Precondition => this.condition(&condition),
            ContractKind::Postcondition => this.postcondition(&condition),
        });
        self.references = references;
        let is_read = self.diagnostics.len() == known && self.frame.mistake.is_none();
        self.diagnostics.truncate(known);
        self.frame.mistake = mistake;
        is_read.then_some(found)
    }
}

/// Both conditions, the second evaluated where the first holds.
fn joined(own: Expression, mut more: Expression) -> Expression {
    guard_steps(&mut more.evaluation.steps, &own.term);
    let mut evaluation = own.evaluation;
    evaluation.steps.extend(more.evaluation.steps);
    Expression {
        term: Term::and([own.term, more.term]),
        evaluation,
    }
}
