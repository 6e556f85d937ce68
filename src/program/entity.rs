//! What names stand for, and the regions in which they are declared.

use std::collections::BTreeMap;
use std::sync::Arc;

use num_bigint::BigInt;

use super::place::Place;
use super::typed::{Mode, SubprogramId};
use super::types::{Subtype, Type};
use super::views::ViewId;
use crate::logic::Value;
use crate::source::Span;
use crate::syntax::ast;

/// An entity in the arena.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct EntityId(pub(super) u32);

/// A declarative region.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct RegionId(pub(super) u32);

/// Something declared.
#[derive(Debug, Clone)]
pub(super) struct Entity {
    /// Whether it stands in the visible part of a package, or in no package.
    pub(super) is_visible: bool,
    /// Where its name stands at its first declaration.
    pub(super) span: Span,
    pub(super) kind: EntityKind,
}

/// The kinds of entity.
#[derive(Debug, Clone)]
pub(super) enum EntityKind {
    /// A variable, a constant whose value is not static, a parameter, a renaming of any.
    Object(Arc<Object>),
    /// A constant whose value is static.
    Static(Value, Subtype),
    /// An enumeration literal at its position.
    Literal(BigInt, Arc<Type>),
    /// A named number.
    Number(BigInt),
    /// A named number that is no integer.
    RealNumber,
    /// A type or subtype.
    Subtype(Subtype),
    /// A subprogram.
    Subprogram(SubprogramId),
    /// A package, with its visible and private declarations.
    Package(RegionId),
    /// A generic unit.
    Generic(Arc<Generic>),
    /// An exception.
    Exception,
    /// A construct of which nothing is known: a task, a protected object.
    Lost(&'static str),
    /// Something whose declaration could not be read; a diagnostic says why.
    Error,
}

/// A variable, constant or parameter.
#[derive(Debug, Clone)]
pub(super) struct Object {
    pub(super) place: Place,
    pub(super) subtype: Subtype,
    pub(super) access: Access,
}

/// What may be done with an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Access {
    /// It may be assigned to.
    Variable,
    /// It keeps the value of its declaration.
    Constant,
    /// The loop alone changes it.
    LoopParameter,
    /// It is a parameter.
    Formal(Mode),
    /// Something outside the program may change it at any time.
    Volatile,
}

impl Access {
    /// Whether the object has one value as long as it can be named.
    pub(super) fn is_stable(self) -> bool {
        match self {
            Access::Variable | Access::Volatile | Access::Formal(Mode::Out | Mode::InOut) => false,
            Access::Constant | Access::LoopParameter | Access::Formal(Mode::In) => true,
        }
    }
}

/// A generic unit: its syntax, and where it stands.
#[derive(Debug)]
pub(super) struct Generic {
    pub(super) formals: Vec<ast::Declaration>,
    pub(super) declaration: ast::Declaration,
    pub(super) scopes: Vec<RegionId>,
    /// The key under which its body is kept once it is read.
    pub(super) key: String,
}

/// A declarative region.
#[derive(Debug, Default)]
pub(super) struct Region {
    pub(super) names: BTreeMap<String, Vec<EntityId>>,
    /// The packages whose declarations are directly visible here.
    pub(super) uses: Vec<RegionId>,
    /// Whether a package is used here that could not be read.
    pub(super) is_blind: bool,
    /// What the full names of subprograms declared here begin with: `P.`
    pub(super) prefix: String,
    /// The entity whose region this is: `P` in `P.X`.
    pub(super) owner: Option<String>,
    /// As which formal types, if any, what is read here knows those of the actuals of its formal
    /// packages.
    pub(super) seen: BTreeMap<ViewId, Option<ViewId>>,
}

impl EntityKind {
    /// Whether several entities of one name may be visible side by side.
    pub(super) fn is_overloadable(&self) -> bool {
        matches!(self, EntityKind::Subprogram(_) | EntityKind::Literal(..))
    }

    /// What it is, in the words of a message.
    pub(super) fn describe(&self) -> &'static str {
        match self {
            EntityKind::Object(object) => match object.access {
                Access::Variable | Access::Volatile => "a variable",
                Access::Constant => "a constant",
                Access::LoopParameter => "a loop parameter",
                Access::Formal(Mode::In) => "a parameter of mode in",
                Access::Formal(Mode::Out | Mode::InOut) => "a parameter",
            },
            EntityKind::Static(..) | EntityKind::Number(_) | EntityKind::RealNumber => "a constant",
            EntityKind::Literal(..) => "an enumeration literal",
            EntityKind::Subtype(_) => "a type",
            EntityKind::Subprogram(_) => "a subprogram",
            EntityKind::Package(_) => "a package",
            EntityKind::Generic(_) => "a generic unit",
            EntityKind::Exception => "an exception",
            EntityKind::Lost(what) => what,
            EntityKind::Error => "unknown",
        }
    }
}
