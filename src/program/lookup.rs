//! Finding what names stand for.

use std::sync::Arc;

use super::elaborator::{Elaborator, key};
use super::entity::{EntityId, EntityKind, RegionId};
use super::standard::FIRST_TYPE_ID;
use super::types::{CLASS, Subtype, Type, TypeKind};
use crate::diagnostic::nearest;
use crate::syntax::ast::{self, ExpressionKind};

/// What a name or prefix stands for before its surroundings decide.
#[derive(Debug, Clone)]
pub(super) enum Meaning {
    /// Entities of that name, innermost first; several only if they are overloaded.
    Entities(Vec<EntityId>),
    /// A package.
    Package(RegionId),
    /// A type or subtype.
    Subtype(Subtype),
    /// Nothing; no diagnostic has been made.
    Nothing,
    /// Something is wrong, and a diagnostic says so.
    Error,
}

impl Elaborator {
    /// The entities that a plain name may stand for, innermost first.
    pub(super) fn find(&self, name: &str) -> Vec<EntityId> {
        let key = key(name);
        let mut found: Vec<EntityId> = Vec::new();
        for scope in self.scopes.iter().rev() {
            let Some(known) = self.region(*scope).names.get(&key) else {
                continue;
            };
            for id in known.iter().rev() {
                if self.entity(*id).kind.is_overloadable() {
                    found.push(*id);
                } else if found.is_empty() {
                    return vec![*id];
                } else {
                    // Hidden by the overloaded ones further in.
                    return self.with_used(found, &key);
                }
            }
        }
        self.with_used(found, &key)
    }

    /// Adds what use clauses make visible.
    fn with_used(&self, mut found: Vec<EntityId>, key: &str) -> Vec<EntityId> {
        for scope in self.scopes.iter().rev() {
            for used in self.region(*scope).uses.iter().rev() {
                let Some(known) = self.region(*used).names.get(key) else {
                    continue;
                };
                for id in known.iter().rev() {
                    let entity = self.entity(*id);
                    if !entity.is_visible
                        || found.contains(id)
                        || self.is_hidden_by_predefined(&entity.kind, key)
                    {
                        continue;
                    }
                    if entity.kind.is_overloadable() {
                        found.push(*id);
                    } else if found.is_empty() {
                        return vec![*id];
                    }
                }
            }
        }
        found
    }

    /// Whether a predefined operator hides one that a use clause would make visible: that of a
    /// type declared around the present place, above all of Standard, is directly visible, and
    /// such a homograph is preferred.
    pub(super) fn is_hidden_by_predefined(&self, kind: &EntityKind, key: &str) -> bool {
        let (EntityKind::Subprogram(id), true) = (kind, key.starts_with('"')) else {
            return false;
        };
        let declared = &self.subprograms[id.0 as usize];
        let bases: Vec<&Type> = declared
            .parameters
            .iter()
            .map(|parameter| &*parameter.subtype.base)
            .collect();
        let (Some(first), Some(result)) = (bases.first(), &declared.result) else {
            return false;
        };
        let is_same = bases.iter().all(|base| base.id == first.id);
        let returns_it = result.base.id == first.id;
        let is_boolean = |base: &Type| base.id == self.standard.boolean.id;
        let has_logic = |base: &Type| {
            let components = base.array().map(|array| &array.component.base);
            base.is_boolean() || base.is_modular() || components.is_some_and(|c| c.is_boolean())
        };
        let is_number = first.is_integer() || first.is_real();
        let is_list = first.array().is_some_and(|array| array.indices.len() == 1);
        let is_predefined = match key.trim_matches('"') {
            "=" | "/=" => is_same && is_boolean(&result.base),
            "<" | "<=" | ">" | ">=" => {
                let has_order = first.is_discrete() || first.is_real() || is_list;
                is_same && has_order && is_boolean(&result.base)
            }
            "and" | "or" | "xor" | "not" => is_same && has_logic(first) && returns_it,
            "+" | "-" | "*" | "/" | "mod" | "rem" | "abs" => is_same && is_number && returns_it,
            "**" => is_number && returns_it && bases[1..].iter().all(|base| self.is_integer(base)),
            "&" => is_list && is_same && returns_it,
            _ => false,
        };
        is_predefined
            && match self.view(first) {
                Some(view) => self.has_around(view, key),
                None => self.is_declared_around(first),
            }
    }

    fn is_integer(&self, base: &Type) -> bool {
        base.id == self.standard.integer.id
    }

    /// Whether a type is declared in a region around the present place.
    fn is_declared_around(&self, base: &Type) -> bool {
        let home = self.type_homes.get(&base.id);
        base.id < FIRST_TYPE_ID || home.is_some_and(|home| self.scopes.contains(home))
    }

    /// The entities of that name in a region.
    pub(super) fn find_in(&self, region: RegionId, name: &str) -> Vec<EntityId> {
        let known = self.region(region).names.get(&key(name));
        known.map_or_else(Vec::new, |known| {
            let mut found: Vec<EntityId> = known.clone();
            found.reverse();
            if let Some(first) = found.first()
                && !self.entity(*first).kind.is_overloadable()
            {
                found.truncate(1);
            }
            found
        })
    }

    /// What a name stands for. Only a prefix that is itself a value is evaluated.
    pub(super) fn meaning(&mut self, name: &ast::Expression) -> Meaning {
        self.present = name.span;
        match &name.kind {
            ExpressionKind::Name(text) => {
                let found = self.find(text);
                self.refer_to_only(name.span, &found);
                self.of_entities(found)
            }
            ExpressionKind::String(text) => {
                let found = self.find(&format!("\"{text}\""));
                self.of_entities(found)
            }
            ExpressionKind::Character(character) => {
                let found = self.find(&format!("'{character}'"));
                self.of_entities(found)
            }
            ExpressionKind::Selected(prefix, selector) => self.selected_meaning(prefix, selector),
            ExpressionKind::Attribute(prefix, designator) if designator.key() == "base" => {
                match self.meaning(prefix) {
                    Meaning::Subtype(subtype) => Meaning::Subtype(subtype.base_subtype()),
                    other => other,
                }
            }
            ExpressionKind::Attribute(prefix, designator) if designator.key() == "class" => {
                match self.meaning(prefix) {
                    Meaning::Subtype(subtype) => {
                        let kind = TypeKind::Lost(CLASS);
                        let class = self.new_type(&format!("{}'Class", subtype.describe()), kind);
                        Meaning::Subtype(Subtype::of(&class))
                    }
                    other => other,
                }
            }
            ExpressionKind::Error => {
                self.is_poisoned = true;
                Meaning::Error
            }
            _ => Meaning::Nothing,
        }
    }

    fn of_entities(&mut self, found: Vec<EntityId>) -> Meaning {
        match found.as_slice() {
            [] => Meaning::Nothing,
            [only] => match &self.entity(*only).kind {
                EntityKind::Package(region) => Meaning::Package(*region),
                EntityKind::Subtype(subtype) => Meaning::Subtype(subtype.clone()),
                EntityKind::Error => {
                    let known = self.frame.mistake.take();
                    self.frame.mistake = known.or_else(|| {
                        let what = "it mentions a declaration that is not read".to_owned();
                        Some((self.present, what))
                    });
                    Meaning::Error
                }
                _ => Meaning::Entities(found),
            },
            _ => Meaning::Entities(found),
        }
    }

    fn selected_meaning(&mut self, prefix: &ast::Expression, selector: &ast::Name) -> Meaning {
        match self.meaning(prefix) {
            Meaning::Package(region) => {
                let found = self.find_in(region, &selector.text);
                if found.is_empty() {
                    // The body of a package sees its own declarations under the same name.
                    let owner = self.region(region).owner.clone();
                    let own = self.scopes.iter().rev().find(|scope| {
                        owner.is_some() && self.region(**scope).owner == owner && **scope != region
                    });
                    if let Some(own) = own.copied() {
                        let found = self.find_in(own, &selector.text);
                        self.refer_to_only(selector.span, &found);
                        return self.of_entities(found);
                    }
                }
                self.refer_to_only(selector.span, &found);
                self.of_entities(found)
            }
            Meaning::Entities(ids) => {
                // An expanded name of something in a subprogram or block around.
                let name = match &prefix.kind {
                    ExpressionKind::Name(text) => Some(text.clone()),
                    ExpressionKind::Selected(_, selector) => Some(selector.text.clone()),
                    _ => None,
                };
                let is_subprogram = ids
                    .iter()
                    .any(|id| matches!(self.entity(*id).kind, EntityKind::Subprogram(_)));
                if let (Some(name), true) = (name, is_subprogram) {
                    let around = self.scopes.iter().rev().copied().find(|scope| {
                        let owner = &self.region(*scope).owner;
                        owner
                            .as_ref()
                            .is_some_and(|owner| owner.eq_ignore_ascii_case(&name))
                    });
                    if let Some(around) = around {
                        let found = self.find_in(around, &selector.text);
                        if !found.is_empty() {
                            self.refer_to_only(selector.span, &found);
                            return self.of_entities(found);
                        }
                    }
                }
                Meaning::Nothing
            }
            Meaning::Nothing => {
                // A block or loop around, which is declared nowhere.
                let ExpressionKind::Name(name) = &prefix.kind else {
                    return Meaning::Nothing;
                };
                let around = self.scopes.iter().rev().copied().find(|scope| {
                    let owner = self.region(*scope).owner.as_ref();
                    owner.is_some_and(|owner| owner.eq_ignore_ascii_case(name))
                });
                match around {
                    Some(around) => self.of_entities(self.find_in(around, &selector.text)),
                    None => Meaning::Nothing,
                }
            }
            Meaning::Error => Meaning::Error,
            Meaning::Subtype(_) => Meaning::Nothing,
        }
    }

    /// The subtype that a mark stands for; reports what is none.
    pub(super) fn subtype_mark(&mut self, mark: &ast::Expression) -> Option<Subtype> {
        match self.meaning(mark) {
            Meaning::Subtype(subtype) => Some(subtype),
            Meaning::Error => None,
            Meaning::Nothing => {
                self.undeclared(mark);
                None
            }
            Meaning::Entities(ids) => {
                if let Some(id) = ids.first()
                    && let EntityKind::Lost(what) = self.entity(*id).kind
                {
                    return Some(Subtype::of(&self.lost_type(*id, &mark.to_string(), what)));
                }
                self.no_type(mark);
                None
            }
            Meaning::Package(_) => {
                self.no_type(mark);
                None
            }
        }
    }

    /// The type that stands for a construct of which nothing is known.
    pub(super) fn lost_type(&mut self, id: EntityId, name: &str, what: &'static str) -> Arc<Type> {
        if let Some(known) = self.lost_types.get(&id) {
            return Arc::clone(known);
        }
        let made = self.new_type(name, TypeKind::Lost(what));
        self.lost_types.insert(id, Arc::clone(&made));
        made
    }

    fn no_type(&mut self, mark: &ast::Expression) {
        self.error(
            mark.span,
            format!("{mark} is not a type"),
            "write the name of a type or subtype",
        );
    }

    /// Whether a name stands for a subtype.
    pub(super) fn names_subtype(&mut self, expression: &ast::Expression) -> bool {
        match &expression.kind {
            ExpressionKind::Name(_) | ExpressionKind::Selected(..) => {
                matches!(self.meaning(expression), Meaning::Subtype(_))
            }
            ExpressionKind::Attribute(_, designator) => {
                matches!(designator.key().as_str(), "base" | "class")
            }
            _ => false,
        }
    }

    /// Reports a name that stands for nothing.
    pub(super) fn undeclared(&mut self, name: &ast::Expression) {
        let (text, span) = match &name.kind {
            ExpressionKind::Selected(prefix, selector) => {
                if matches!(self.meaning(prefix), Meaning::Nothing)
                    && matches!(
                        prefix.kind,
                        ExpressionKind::Name(_) | ExpressionKind::Selected(..)
                    )
                {
                    return self.undeclared(prefix);
                }
                (name.to_string(), selector.span)
            }
            _ => (name.to_string(), name.span),
        };
        let help = match self.meant(name) {
            Some(meant) => format!("did you mean {meant}?"),
            None => "declare it before this place, or check its spelling".to_owned(),
        };
        self.error(span, format!("{text} is not declared here"), &help);
    }

    /// The name that may have been meant instead of one that stands for nothing.
    fn meant(&mut self, name: &ast::Expression) -> Option<String> {
        let (written, regions) = match &name.kind {
            ExpressionKind::Name(text) => {
                let used = |scope: &RegionId| self.region(*scope).uses.iter().copied();
                let used: Vec<RegionId> = self.scopes.iter().flat_map(used).collect();
                (text.clone(), [self.scopes.clone(), used].concat())
            }
            ExpressionKind::Selected(prefix, selector) => match self.meaning(prefix) {
                Meaning::Package(region) => (selector.text.clone(), vec![region]),
                _ => return None,
            },
            _ => return None,
        };
        let names = regions
            .iter()
            .flat_map(|region| self.region(*region).names.keys());
        // Operators and characters have names, too.
        let names = names.filter(|name| name.starts_with(char::is_alphabetic));
        Some(title_case(nearest(&written, names.map(String::as_str))?))
    }
}

/// A name as it is usually written: regions know names in lower case.
fn title_case(name: &str) -> String {
    let mut is_first = true;
    let mut found = String::new();
    for letter in name.chars() {
        if is_first {
            found.extend(letter.to_uppercase());
        } else {
            found.push(letter);
        }
        is_first = letter == '_' || letter == '.';
    }
    found
}
