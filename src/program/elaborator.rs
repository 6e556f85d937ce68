//! What elaboration needs all along: entities and regions, the parts of the program made so far,
//! and the diagnostics.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::entity::{Entity, EntityId, EntityKind, Generic, Region, RegionId};
use super::frame::{Declared, Frame};
use super::references::References;
use super::standard::Standard;
use super::temporal::PropertyClause;
use super::typed::{Gap, Global, OptionClause, PredicateClause, Statement, SubprogramId};
use super::typed_value::Context;
use super::types::{SubtypePredicate, Type, TypeDefault, TypeKind};
use crate::diagnostic::Diagnostic;
use crate::logic::{Term, Variable};
use crate::source::{FileId, Span};
use crate::syntax::ast;

/// The state of elaboration.
#[allow(clippy::struct_excessive_bools)] // independent questions about the present place
pub(super) struct Elaborator {
    /// The full name of the main unit, as written: its variables go by their plain names.
    pub(super) unit_name: String,
    pub(super) entities: Vec<Entity>,
    pub(super) regions: Vec<Region>,
    /// The regions around the present place, outermost first: Standard, …
    pub(super) scopes: Vec<RegionId>,
    pub(super) standard: Standard,
    pub(super) globals: Vec<Global>,
    /// The names of the globals, in lower case, those not yet declared included.
    pub(super) global_names: BTreeSet<String>,
    /// The names that globals bear, in lower case.
    pub(super) taken_names: BTreeSet<String>,
    pub(super) subprograms: Vec<Declared>,
    /// The full names of the subprograms, in lower case.
    pub(super) subprogram_names: BTreeSet<String>,
    /// The initialisations of the packages' variables so far.
    pub(super) initialisations: Vec<Statement>,
    /// What the elaboration of library units does, in the order in which they were read.
    pub(super) elaborated: Vec<super::elaboration::Part>,
    pub(super) frame: Frame,
    /// The labels of the program, in lower case.
    pub(super) labels: BTreeSet<String>,
    pub(super) predicates: Vec<PredicateClause>,
    pub(super) options: Vec<OptionClause>,
    pub(super) properties: Vec<PropertyClause>,
    pub(super) gaps: BTreeSet<Gap>,
    pub(super) diagnostics: Vec<Diagnostic>,
    /// Whether there was something that the syntax stage could not read and has reported.
    pub(super) is_poisoned: bool,
    /// What may be said at the present place.
    /// The variables of objects that lie at each other's addresses.
    pub(super) shared: BTreeSet<Variable>,
    pub(super) context: Context,
    /// What `<>` stands for in the array aggregate that is read, where its type says so.
    pub(super) component_default: Option<TypeDefault>,
    /// Whether the source has `pragma Unevaluated_Use_Of_Old (Allow)`.
    pub(super) keeps_unevaluated: bool,
    /// Whether calls are lifted out of expressions; not inside quantifiers and predicates.
    pub(super) lifting: Lifting,
    /// How deep the present place is inside quantifiers and comprehensions.
    pub(super) binders: usize,
    /// The subprograms called where calls are not lifted, and those that rejected bodies mention.
    pub(super) forced_entries: BTreeSet<SubprogramId>,
    /// The bodies of generic units, by the key of the generic.
    pub(super) generic_bodies: BTreeMap<String, GenericBody>,
    /// The bodies of subunits, by the full name of the stub in lower case.
    pub(super) subunits: BTreeMap<String, ast::Unit>,
    /// How many instantiations are around the present place.
    pub(super) instantiations: usize,
    /// The value of the target of the present assignment: `@`.
    pub(super) target: Option<super::typed_value::Typed>,
    /// Whether mistakes at the present place only cost the subprogram they stand in.
    pub(super) is_lenient: bool,
    /// Whether that is so in the units asked for, too.
    pub(super) keeps_going: bool,
    /// The files that do not tell what the characters outside of ASCII in them are.
    pub(super) uncoded: BTreeSet<FileId>,
    /// Whether something in the statements of a package is not modelled, so that nothing is known
    /// of the variables after elaboration.
    pub(super) is_elaboration_lost: bool,
    /// The generic units of the program that was asked for.
    pub(super) templates: Vec<super::templates::Template>,
    /// The keys of the generic units that have an instance.
    pub(super) instantiated: BTreeSet<String>,
    /// Whether the present place is in the visible part of a package.
    pub(super) is_visible: bool,
    /// Whether the present place is in the visible part of a package, however hidden that is.
    pub(super) is_in_visible_part: bool,
    /// Whether a use clause makes visible what is declared: it stands neither in a private part
    /// nor in a package body.
    pub(super) is_exposed: bool,
    /// Whether what is declared belongs to a subprogram or block rather than to a package.
    pub(super) is_local: bool,
    /// The subtype predicates that are being evaluated.
    pub(super) open_predicates: Vec<Arc<SubtypePredicate>>,
    /// Whether the unit being read was asked for, rather than found for a `with` clause.
    pub(super) is_primary: bool,
    /// Whether the variables declared are hidden even where subprograms are visible.
    pub(super) hides_variables: bool,
    /// How many package specifications are around the present place.
    pub(super) specifications: usize,
    /// Bodies of instances that are read once all bodies of generics are known.
    pub(super) pending_instances: Vec<super::generics::PendingInstance>,
    /// What is read once the package specification around it is complete.
    pub(super) deferred: Vec<super::bodies::Deferred>,
    /// Where types are declared, by their identities.
    pub(super) type_homes: BTreeMap<u32, RegionId>,
    /// Where the types of package specifications are declared, by their identities.
    pub(super) type_regions: BTreeMap<u32, RegionId>,
    /// The types that stand for constructs of which nothing is known.
    pub(super) lost_types: BTreeMap<super::entity::EntityId, Arc<Type>>,
    /// The formal types of instances, by their identities.
    pub(super) views: Vec<super::views::View>,
    /// What packages are instances of, and the formals they were made with.
    pub(super) instances: BTreeMap<RegionId, super::generics::Instance>,
    /// The primitive operations of those types.
    pub(super) primitives: BTreeMap<u32, Vec<(ast::Name, SubprogramId)>>,
    /// The operations for which interfaces of types have class-wide contracts, by the identities of
    /// the types.
    pub(super) promised: BTreeMap<u32, BTreeSet<String>>,
    /// The invariants of private types, by their identities.
    pub(super) invariants: BTreeMap<u32, super::invariants::Invariants>,
    /// The predicates of composite subtypes of which something assigns to a part.
    pub(super) broken_predicates: Vec<Arc<super::types::SubtypePredicate>>,
    /// Whether something may do so that is not seen.
    pub(super) breaks_unseen: bool,
    /// The variables of packages that clients may assign to.
    pub(super) visible_objects: Vec<super::guarantees::VisibleObject>,
    /// The initial conditions of packages whose bodies are still to come.
    pub(super) initial_conditions: BTreeMap<RegionId, ast::Expression>,
    /// Other names of subprograms, in lower case: of renamings and of formals of generics.
    pub(super) aliases: Vec<(String, SubprogramId)>,
    /// What names were found to stand for, where somebody wants to know.
    pub(super) references: Option<References>,
    /// The types whose objects others may write, by their identities.
    pub(super) volatile_types: BTreeSet<u32>,
    /// The functions that are called other than once where the text says so.
    pub(super) uncounted: BTreeSet<SubprogramId>,
    /// Where functions are declared that are known to have side effects.
    pub(super) impure: BTreeSet<Span>,
    /// Where the name stands that was looked up last.
    pub(super) present: Span,
    next_type: u32,
    pub(super) stable_globals: BTreeSet<Variable>,
    /// The variables of packages that are declared without a value.
    pub(super) unset_globals: BTreeSet<Variable>,
}

/// Whether calls become steps of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Lifting {
    /// A call is a step before the rest.
    Lifted,
    /// A call is replaced by the expression of the function.
    Inlined,
}

/// The body of a generic unit and where it stands.
#[derive(Debug, Clone)]
pub(super) struct GenericBody {
    pub(super) declaration: Arc<ast::Declaration>,
    pub(super) scopes: Vec<RegionId>,
}

/// Why a subprogram with a handler is rejected.
pub(super) const HANDLER: &str = "exception handler";

impl Elaborator {
    pub(super) fn new(unit_name: &str, global_names: BTreeSet<String>) -> Elaborator {
        let mut this = Elaborator {
            unit_name: unit_name.to_owned(),
            entities: Vec::new(),
            regions: vec![Region::default()],
            scopes: vec![RegionId(0)],
            standard: Standard::new(),
            globals: Vec::new(),
            frame: Frame {
                name: unit_name.to_owned(),
                used: global_names.clone(),
                ..Frame::default()
            },
            global_names,
            taken_names: BTreeSet::new(),
            subprograms: Vec::new(),
            subprogram_names: BTreeSet::new(),
            initialisations: Vec::new(),
            elaborated: Vec::new(),
            labels: BTreeSet::new(),
            predicates: Vec::new(),
            options: Vec::new(),
            properties: Vec::new(),
            gaps: BTreeSet::new(),
            diagnostics: Vec::new(),
            is_poisoned: false,
            shared: BTreeSet::new(),
            context: Context::Program,
            component_default: None,
            keeps_unevaluated: false,
            lifting: Lifting::Lifted,
            binders: 0,
            forced_entries: BTreeSet::new(),
            generic_bodies: BTreeMap::new(),
            subunits: BTreeMap::new(),
            instantiations: 0,
            target: None,
            is_lenient: false,
            keeps_going: false,
            uncoded: BTreeSet::new(),
            is_elaboration_lost: false,
            templates: Vec::new(),
            instantiated: BTreeSet::new(),
            is_visible: true,
            is_exposed: true,
            is_local: false,
            open_predicates: Vec::new(),
            is_primary: true,
            hides_variables: false,
            specifications: 0,
            pending_instances: Vec::new(),
            deferred: Vec::new(),
            type_homes: BTreeMap::new(),
            type_regions: BTreeMap::new(),
            lost_types: BTreeMap::new(),
            views: Vec::new(),
            instances: BTreeMap::new(),
            primitives: BTreeMap::new(),
            aliases: Vec::new(),
            promised: BTreeMap::new(),
            invariants: BTreeMap::new(),
            broken_predicates: Vec::new(),
            breaks_unseen: false,
            visible_objects: Vec::new(),
            initial_conditions: BTreeMap::new(),
            is_in_visible_part: false,
            references: None,
            volatile_types: BTreeSet::new(),
            uncounted: BTreeSet::new(),
            impure: BTreeSet::new(),
            present: super::standard::NOWHERE,
            next_type: super::standard::FIRST_TYPE_ID,
            unset_globals: BTreeSet::new(),
            stable_globals: BTreeSet::new(),
        };
        this.declare_standard();
        this
    }

    /// Reports what the user must mend.
    pub(super) fn error(&mut self, span: Span, message: impl Into<String>, help: &str) {
        let message = message.into();
        self.frame
            .mistake
            .get_or_insert_with(|| (span, message.clone()));
        self.diagnostics
            .push(Diagnostic::error(span, message).with_help(help));
    }

    /// Lists a construct whose effect is lost.
    pub(super) fn gap(&mut self, span: Span, construct: impl Into<String>) {
        self.frame.gaps.push(Gap::new(span, construct));
    }

    /// Something that the source promises is not judged.
    pub(super) fn promise(&mut self, span: Span, construct: impl Into<String>) {
        self.frame.gaps.push(Gap {
            is_promise: true,
            ..Gap::new(span, construct)
        });
    }

    /// The subprogram whose text is being read cannot be modelled.
    pub(super) fn reject(&mut self, span: Span, construct: impl Into<String>) {
        let gap = Gap::new(span, construct);
        // A handler does nothing that is not written in it; anything else is remembered as such.
        if gap.construct != HANDLER {
            self.frame.gaps.push(gap.clone());
        }
        self.frame.rejection.get_or_insert(gap);
    }

    /// An identity for a new type.
    pub(super) fn new_type_id(&mut self) -> u32 {
        self.next_type += 1;
        self.next_type - 1
    }

    /// A new type.
    pub(super) fn new_type(&mut self, name: &str, kind: TypeKind) -> Arc<Type> {
        Arc::new(Type::new(self.new_type_id(), name, kind))
    }

    /// A new region inside the present one.
    pub(super) fn new_region(&mut self, owner: Option<&str>, prefix: &str) -> RegionId {
        let id = RegionId(u32::try_from(self.regions.len()).unwrap_or(u32::MAX));
        self.regions.push(Region {
            owner: owner.map(str::to_owned),
            prefix: prefix.to_owned(),
            ..Region::default()
        });
        id
    }

    pub(super) fn region(&self, id: RegionId) -> &Region {
        &self.regions[id.0 as usize]
    }

    pub(super) fn region_mut(&mut self, id: RegionId) -> &mut Region {
        &mut self.regions[id.0 as usize]
    }

    pub(super) fn entity(&self, id: EntityId) -> &Entity {
        &self.entities[id.0 as usize]
    }

    /// The innermost region.
    pub(super) fn here(&self) -> RegionId {
        *self.scopes.last().expect("Standard is never left")
    }

    /// What the full names of subprograms declared here begin with.
    pub(super) fn prefix(&self) -> String {
        self.region(self.here()).prefix.clone()
    }

    /// Runs something in a new region inside the present one.
    pub(super) fn in_region<T>(&mut self, action: impl FnOnce(&mut Elaborator) -> T) -> T {
        let prefix = self.prefix();
        let region = self.new_region(None, &prefix);
        self.scopes.push(region);
        let result = action(self);
        self.scopes.pop();
        result
    }

    /// Runs something with other regions around it.
    pub(super) fn in_scopes<T>(
        &mut self,
        scopes: Vec<RegionId>,
        action: impl FnOnce(&mut Elaborator) -> T,
    ) -> T {
        let before = std::mem::replace(&mut self.scopes, scopes);
        let result = action(self);
        self.scopes = before;
        result
    }

    /// Adds an entity to the arena and to the innermost region.
    pub(super) fn declare(&mut self, name: &ast::Name, kind: EntityKind) -> EntityId {
        let region = self.here();
        let key = name.key();
        let known = self.region(region).names.get(&key).cloned();
        let is_repeated = known.is_some_and(|known| {
            !kind.is_overloadable() && !matches!(kind, EntityKind::Error)
                || known.iter().any(|id| {
                    let known = &self.entity(*id).kind;
                    !known.is_overloadable() && !matches!(known, EntityKind::Error)
                })
        });
        if is_repeated {
            self.error(
                name.span,
                format!("{} is declared twice", name.text),
                "choose another name",
            );
        }
        self.declare_in(region, &name.text, name.span, kind)
    }

    pub(super) fn declare_in(
        &mut self,
        region: RegionId,
        name: &str,
        span: Span,
        kind: EntityKind,
    ) -> EntityId {
        let id = EntityId(u32::try_from(self.entities.len()).unwrap_or(u32::MAX));
        self.entities.push(Entity {
            is_visible: self.is_exposed,
            span,
            kind,
        });
        let key = key(name);
        self.region_mut(region)
            .names
            .entry(key)
            .or_default()
            .push(id);
        id
    }

    /// The generic that a key stands for.
    pub(super) fn generic_key(&self, name: &str) -> String {
        format!("{}{}", self.prefix(), name).to_lowercase()
    }

    /// Remembers the body of a generic.
    pub(super) fn keep_generic_body(&mut self, key: String, declaration: &ast::Declaration) {
        let body = GenericBody {
            declaration: Arc::new(declaration.clone()),
            scopes: self.scopes.clone(),
        };
        self.generic_bodies.insert(key, body);
    }

    /// The generic of that name in the innermost region, if there is one.
    pub(super) fn generic_here(&self, name: &ast::Name) -> Option<Arc<Generic>> {
        self.scopes.iter().rev().take(2).find_map(|scope| {
            let known = self.region(*scope).names.get(&name.key())?;
            known.iter().find_map(|id| match &self.entity(*id).kind {
                EntityKind::Generic(generic) => Some(Arc::clone(generic)),
                EntityKind::Object(_)
                | EntityKind::Static(..)
                | EntityKind::Literal(..)
                | EntityKind::Number(_)
                | EntityKind::RealNumber
                | EntityKind::Subtype(_)
                | EntityKind::Subprogram(_)
                | EntityKind::Package(_)
                | EntityKind::Exception
                | EntityKind::Lost(_)
                | EntityKind::Error => None,
            })
        })
    }
}

/// The form under which a name is looked up.
pub(super) fn key(name: &str) -> String {
    if name.starts_with('\'') {
        name.to_owned()
    } else {
        name.to_lowercase()
    }
}

/// Replaces variables one after the other.
pub(super) fn replace_all(term: &Term, replacements: &[(Variable, Term)]) -> Term {
    let map: BTreeMap<Variable, Term> = replacements.iter().cloned().collect();
    if map.is_empty() {
        return term.clone();
    }
    term.substitute(&map)
}
