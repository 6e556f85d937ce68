//! Packages and subunits.

use super::elaborator::Elaborator;
use super::entity::{EntityKind, RegionId};
use super::frame::BodyState;
use super::type_declarations::Found;
use crate::syntax::ast;
use crate::verdict::Rule;

impl Elaborator {
    /// `package P is … end P;`
    pub(super) fn package(&mut self, package: &ast::PackageSpecification, found: &mut Found) {
        let prefix = format!("{}{}.", self.prefix(), package.name.text);
        let region = self.new_region(Some(&package.name.text), &prefix);
        self.declare(&package.name, EntityKind::Package(region));
        self.package_parts(region, package, found);
    }

    /// The declarations of a package specification, in a region made for it. Contracts are read
    /// last, since they may speak of what is declared after the subprogram.
    pub(super) fn package_parts(
        &mut self,
        region: RegionId,
        package: &ast::PackageSpecification,
        found: &mut Found,
    ) {
        for aspect in &package.aspects {
            if aspect.name.key() == "initial_condition"
                && let Some(condition) = &aspect.definition
            {
                self.initial_conditions.insert(region, condition.clone());
            }
        }
        let was_visible = self.is_visible;
        self.scopes.push(region);
        self.specifications += 1;
        let in_visible_part = std::mem::replace(&mut self.is_in_visible_part, true);
        let was_exposed = std::mem::replace(&mut self.is_exposed, true);
        self.declarations(&package.visible, found);
        self.is_visible = false;
        self.is_in_visible_part = false;
        self.is_exposed = false;
        self.declarations(&package.private, found);
        self.is_in_visible_part = in_visible_part;
        self.is_visible = was_visible;
        self.is_exposed = was_exposed;
        self.specifications -= 1;
        if self.specifications == 0 {
            self.settle_deferred();
        }
        self.default_invariants(region, found);
        self.scopes.pop();
    }

    /// `package body P is … end P;`
    pub(super) fn package_body(&mut self, body: &ast::PackageBody, found: &mut Found) {
        let known = self.scopes.iter().rev().take(3).find_map(|scope| {
            let ids = self.region(*scope).names.get(&body.name.key())?;
            ids.iter().find_map(|id| match &self.entity(*id).kind {
                EntityKind::Package(region) => Some(*region),
                _ => None,
            })
        });
        let is_alone = known.is_none();
        let prefix = format!("{}{}.", self.prefix(), body.name.text);
        let region = if let Some(region) = known {
            region
        } else {
            let region = self.new_region(Some(&body.name.text), &prefix);
            self.declare(&body.name, EntityKind::Package(region));
            region
        };
        self.body_parts(region, body, is_alone, found);
    }

    /// The declarations and statements of a package body. Without a specification every
    /// subprogram counts as visible, which covers every specification the package may have; its
    /// variables are hidden all the same.
    #[allow(clippy::fn_params_excessive_bools)] // one question about the unit, not a mode
    pub(super) fn body_parts(
        &mut self,
        region: RegionId,
        body: &ast::PackageBody,
        is_alone: bool,
        found: &mut Found,
    ) {
        let was_visible = std::mem::replace(&mut self.is_visible, is_alone);
        let in_visible_part = std::mem::replace(&mut self.is_in_visible_part, false);
        let was_exposed = std::mem::replace(&mut self.is_exposed, is_alone);
        let hid_variables = std::mem::replace(&mut self.hides_variables, true);
        let prefix = self.region(region).prefix.clone();
        let inner = self.new_region(Some(&body.name.text), &prefix);
        self.scopes.push(region);
        self.scopes.push(inner);
        self.declarations(&body.declarations, found);
        self.settle_deferred();
        if let Some(handler) = body.handlers.first() {
            self.gap(handler.span, "exception handler of a package");
        }
        let mistake = self.frame.mistake.take();
        found.extend(self.statements(&body.statements));
        if !self.is_local && (self.frame.mistake.is_some() || !body.handlers.is_empty()) {
            self.is_elaboration_lost = true;
        }
        self.frame.mistake = mistake.or(self.frame.mistake.take());
        self.scopes.pop();
        if let Some(condition) = self.initial_conditions.remove(&region) {
            let boolean = super::types::Subtype::of(&self.standard.boolean);
            let holds = self.boolean(&condition, &boolean);
            self.keep_check(holds, Rule::InitialCondition, &condition, found);
        }
        self.scopes.pop();
        self.is_in_visible_part = in_visible_part;
        self.is_visible = was_visible;
        self.is_exposed = was_exposed;
        self.hides_variables = hid_variables;
        self.missing_bodies(&[region, inner]);
    }

    /// Reports subprograms of the regions whose body is missing.
    fn missing_bodies(&mut self, regions: &[RegionId]) {
        let mut missing = Vec::new();
        for region in regions {
            for ids in self.region(*region).names.values() {
                for id in ids {
                    if let EntityKind::Subprogram(id) = &self.entity(*id).kind {
                        let declared = &self.subprograms[id.0 as usize];
                        if declared.state == BodyState::Missing && !self.is_pending(*id) {
                            missing.push(*id);
                        }
                    }
                }
            }
        }
        missing.sort();
        missing.dedup();
        for id in missing {
            let declared = &self.subprograms[id.0 as usize];
            let (name, span) = (declared.subprogram.name.clone(), declared.subprogram.span);
            if self.is_lenient || !declared.is_primary {
                continue;
            }
            self.error(
                span,
                format!("the body of {name} is missing"),
                "write it in the package body",
            );
        }
    }

    /// `procedure P is separate;`
    pub(super) fn subprogram_stub(&mut self, specification: &ast::SubprogramSpecification) {
        let id = self.declared_or_new(specification);
        self.defer(id, specification, None);
        let key = format!("{}{}", self.prefix(), specification.name.text).to_lowercase();
        let Some(unit) = self.subunits.remove(&key) else {
            self.subprograms[id.0 as usize].state = BodyState::Foreign;
            self.gap(specification.name.span, "subunit that is not there");
            return;
        };
        self.context_clauses(&unit.context);
        if let ast::DeclarationKind::SubprogramBody(body) = &unit.item.kind {
            self.body(id, body);
        }
    }

    /// `package body P is separate;`
    pub(super) fn package_stub(&mut self, name: &ast::Name, found: &mut Found) {
        let key = format!("{}{}", self.prefix(), name.text).to_lowercase();
        let Some(unit) = self.subunits.remove(&key) else {
            self.gap(name.span, "subunit that is not there");
            return;
        };
        self.context_clauses(&unit.context);
        if let ast::DeclarationKind::PackageBody(body) = &unit.item.kind {
            self.package_body(body, found);
        }
    }

    /// The use clauses and pragmas before a unit.
    pub(super) fn context_clauses(&mut self, context: &[ast::ContextItem]) {
        for item in context {
            match item {
                ast::ContextItem::Use(clause) => self.use_clause(clause),
                ast::ContextItem::Pragma(pragma) => self.configuration(pragma),
                ast::ContextItem::With(_) => {}
            }
        }
    }
}
