//! What elaboration needs all along: the scopes, the parts of the program made so far, and the
//! diagnostics.

use std::collections::BTreeSet;

use super::expressions::Context;
use super::scope::{self, Declared, Entity, Frame, Scope};
use super::typed::{Global, Object, OptionClause, PredicateClause, Statement, Subtype};
use crate::diagnostic::Diagnostic;
use crate::logic::Variable;
use crate::source::Span;
use crate::syntax::ast;

/// The state of elaboration.
pub(super) struct Elaborator {
    pub(super) unit_name: String,
    /// Declarative regions, outermost first: Standard, the unit, then what is nested in it.
    pub(super) scopes: Vec<Scope>,
    pub(super) globals: Vec<Global>,
    /// The names of the package's variables, in lower case, those not yet declared included.
    pub(super) global_names: BTreeSet<String>,
    pub(super) subprograms: Vec<Declared>,
    /// The initialisations of the package's variables so far.
    pub(super) initialisations: Vec<Statement>,
    pub(super) frame: Frame,
    /// The labels of the unit, in lower case.
    pub(super) labels: BTreeSet<String>,
    pub(super) predicates: Vec<PredicateClause>,
    pub(super) options: Vec<OptionClause>,
    pub(super) diagnostics: Vec<Diagnostic>,
    /// Whether there was something that the syntax stage could not read and has reported.
    pub(super) is_poisoned: bool,
    /// What may be said at the present place.
    pub(super) context: Context,
    /// The package's constants whose values are not static.
    stable_globals: BTreeSet<Variable>,
    next_type: u32,
}

/// The region of the unit's own declarations among the scopes.
pub(super) const UNIT_SCOPE: usize = 1;

impl Elaborator {
    pub(super) fn new(unit_name: &str, global_names: BTreeSet<String>) -> Elaborator {
        Elaborator {
            unit_name: unit_name.to_owned(),
            scopes: vec![scope::standard(), Scope::new()],
            globals: Vec::new(),
            frame: Frame {
                name: unit_name.to_owned(),
                used: global_names.clone(),
                ..Frame::default()
            },
            global_names,
            subprograms: Vec::new(),
            initialisations: Vec::new(),
            labels: BTreeSet::new(),
            predicates: Vec::new(),
            options: Vec::new(),
            diagnostics: Vec::new(),
            is_poisoned: false,
            context: Context::Program,
            stable_globals: BTreeSet::new(),
            next_type: scope::FIRST_TYPE_ID,
        }
    }

    /// Reports what the user must mend.
    pub(super) fn error(&mut self, span: Span, message: impl Into<String>, help: &str) {
        self.diagnostics
            .push(Diagnostic::error(span, message).with_help(help));
    }

    /// An identity for a new type.
    pub(super) fn new_type_id(&mut self) -> u32 {
        self.next_type += 1;
        self.next_type - 1
    }

    /// Declares a name in the innermost region.
    pub(super) fn declare(&mut self, name: &ast::Name, entity: Entity) {
        if let Entity::Object(object, access) = &entity
            && access.is_stable()
        {
            let variable = object.variable.clone();
            if self.scopes.len() == UNIT_SCOPE + 1 {
                self.stable_globals.insert(variable);
            } else {
                self.frame.stable.insert(variable);
            }
        }
        let key = name.key();
        let scope = self.scopes.last_mut().expect("Standard is never left");
        let is_new = scope.insert(key, entity).is_none();
        if !is_new {
            self.error(
                name.span,
                format!("{name} is declared twice"),
                "choose another name; sabs does not read overloading",
            );
        }
    }

    /// What a plain name stands for, the innermost declaration first.
    pub(super) fn find(&self, name: &str) -> Option<&Entity> {
        let key = name.to_lowercase();
        self.scopes.iter().rev().find_map(|scope| scope.get(&key))
    }

    /// What a name stands for: `X`, or `P.X` in a unit P. Reports a name that stands for nothing.
    pub(super) fn resolve(&mut self, name: &ast::Expression) -> Entity {
        let (found, text, span) = match &name.kind {
            ast::ExpressionKind::Name(text) => (self.find(text).cloned(), text.clone(), name.span),
            ast::ExpressionKind::Selected(prefix, selector) => {
                let Some(scope) = self.resolve_prefix(prefix) else {
                    return Entity::Error;
                };
                let found = self.scopes[scope].get(&selector.key()).cloned();
                (found, name.to_string(), selector.span)
            }
            ast::ExpressionKind::Error => {
                self.is_poisoned = true;
                return Entity::Error;
            }
            _ => {
                self.error(name.span, "a name is expected here", "write a plain name");
                return Entity::Error;
            }
        };
        found.unwrap_or_else(|| {
            self.error(
                span,
                format!("{text} is not declared here"),
                "declare it before this place, or check its spelling",
            );
            Entity::Error
        })
    }

    /// The region that the prefix of an expanded name stands for.
    fn resolve_prefix(&mut self, prefix: &ast::Expression) -> Option<usize> {
        if let ast::ExpressionKind::Name(text) = &prefix.kind {
            match self.find(text) {
                Some(Entity::Unit) => return Some(UNIT_SCOPE),
                None if text.eq_ignore_ascii_case("standard") => return Some(0),
                _ => {}
            }
        }
        self.error(
            prefix.span,
            format!("{prefix} is not a unit whose parts can be named here"),
            "sabs reads expanded names of the unit itself only; records are not supported",
        );
        None
    }

    /// The subtype that a mark stands for.
    pub(super) fn resolve_subtype(&mut self, mark: &ast::Expression) -> Option<Subtype> {
        match self.resolve(mark) {
            Entity::Subtype(subtype) => Some(subtype),
            Entity::Error => None,
            Entity::Object(..)
            | Entity::Constant(..)
            | Entity::Number(_)
            | Entity::Subprogram(_)
            | Entity::Unit => {
                self.error(
                    mark.span,
                    format!("{mark} is not a type"),
                    "write the name of a type or subtype",
                );
                None
            }
        }
    }

    /// Whether a variable keeps one value as long as it can be named.
    pub(super) fn is_stable(&self, variable: &Variable) -> bool {
        self.frame.stable.contains(variable) || self.stable_globals.contains(variable)
    }

    /// A new local of the present subprogram.
    pub(super) fn local(&mut self, name: &str, subtype: Subtype, span: Span) -> Object {
        let variable = self.frame.variable(name, subtype.sort());
        let object = Object {
            variable,
            subtype,
            span,
        };
        self.frame.locals.push(object.clone());
        object
    }
}
