//! Types and subtypes.

use std::sync::{Arc, OnceLock};

use num_bigint::BigInt;
use num_traits::One;

use super::interval::Interval;
use super::tree::Tree;
use crate::diagnostic::nearest;
use crate::logic::{Sort, Term, Variable};
use crate::source::Span;
use crate::syntax::ast;

/// A type, as it is seen from somewhere: as itself, or as the actual of formal types.
#[derive(Debug, Clone)]
pub(super) struct Type {
    /// What tells it from other types of the same name.
    pub(super) id: u32,
    pub(super) name: String,
    /// Whether clients of its package know no more than its name.
    pub(super) is_private: bool,
    /// The formal types that it stands for in instances, innermost last: there it has the operators
    /// of the formal type, not its own.
    pub(super) views: Vec<super::views::ViewId>,
    said: Arc<Said>,
}

/// What declarations, aspects and clauses say of a type, each once: a private or incomplete type has
/// no kind until its full declaration.
#[derive(Debug, Default)]
struct Said {
    kind: OnceLock<TypeKind>,
    /// The identity of the type it is derived from, through all derivations.
    root: OnceLock<u32>,
    /// What the full declaration of a private type says beside the kind.
    first: OnceLock<(Constraint, Vec<Arc<SubtypePredicate>>)>,
    /// What an access type gives access to.
    designated: OnceLock<Subtype>,
    /// The codes of an enumeration whose representation is given.
    codes: OnceLock<Codes>,
    /// Set where the source says how many bits its values take.
    sized: OnceLock<()>,
    /// What objects of the type, or of an array type their components, begin with: the aspects
    /// `Default_Value` and `Default_Component_Value`.
    default: OnceLock<TypeDefault>,
}

/// A value that an aspect gives, and the regions in which it is read.
#[derive(Debug, Clone)]
pub(super) struct TypeDefault {
    pub(super) value: Arc<ast::Expression>,
    pub(super) scopes: Vec<super::entity::RegionId>,
}

/// How the values of an enumeration are represented, where a clause says so.
#[derive(Debug, Clone)]
pub(super) enum Codes {
    /// By position.
    Given(Arc<Vec<BigInt>>),
    /// The clause could not be read.
    Unread,
}

/// What the values of a type are.
#[derive(Debug, Clone)]
pub(super) enum TypeKind {
    Boolean,
    Discrete(Discrete),
    Array(ArrayType),
    Record(Arc<RecordType>),
    /// Nothing is known of its values; the words say what it is.
    Lost(&'static str),
}

/// Integers, and enumerations whose values are the positions of their literals.
#[derive(Debug, Clone)]
pub(super) struct Discrete {
    /// What messages call the base range: `Integer`, `T'Base`.
    pub(super) base_name: String,
    /// The base range.
    pub(super) base: Interval,
    pub(super) arithmetic: TypeArithmetic,
    /// The literals of an enumeration; none for Character.
    pub(super) literals: Arc<Vec<String>>,
}

/// What the operators of a type do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TypeArithmetic {
    /// Signed integers: a result outside the base range is an overflow.
    Checked,
    /// Modular integers: a result is reduced to the base range.
    Wrapping,
    /// Enumerations have no arithmetic.
    None,
}

#[derive(Debug, Clone)]
pub(super) struct ArrayType {
    pub(super) indices: Vec<Subtype>,
    pub(super) component: Subtype,
    /// Whether its definition gives the bounds; they are the ranges of its indices then.
    pub(super) is_constrained: bool,
}

#[derive(Debug)]
pub(super) struct RecordType {
    /// Discriminants first.
    pub(super) components: Vec<Component>,
    pub(super) discriminants: usize,
}

/// A component of a record; bounds in its subtype that depend on a discriminant speak of
/// [`discriminant_variable`]s.
#[derive(Debug, Clone)]
pub(super) struct Component {
    pub(super) name: String,
    /// Where the name is declared.
    pub(super) span: Span,
    pub(super) subtype: Subtype,
    pub(super) default: Option<Arc<ast::Expression>>,
    /// The regions around the declaration, in which the default is read.
    pub(super) scopes: Vec<super::entity::RegionId>,
    /// The component exists where these hold: all the discriminants of the variants around it.
    pub(super) conditions: Vec<VariantCondition>,
}

/// A discriminant lies in one of the intervals, or, of `others`, in none.
#[derive(Debug, Clone)]
pub(super) struct VariantCondition {
    pub(super) discriminant: String,
    pub(super) intervals: Vec<Interval>,
    pub(super) is_others: bool,
}

/// A type with a constraint.
#[derive(Debug, Clone)]
pub(super) struct Subtype {
    pub(super) base: Arc<Type>,
    pub(super) name: Option<String>,
    pub(super) constraint: Constraint,
    /// What else its values satisfy, innermost subtype last.
    pub(super) predicates: Vec<Arc<SubtypePredicate>>,
}

#[derive(Debug, Clone)]
pub(super) enum Constraint {
    None,
    Range(Range),
    Index(Vec<Range>),
    Discriminants(Vec<Tree>),
}

/// A range whose bounds do not change after elaboration.
#[derive(Debug, Clone)]
pub(super) struct Range {
    pub(super) first: Term,
    pub(super) last: Term,
    /// Where the bounds, and so all values, lie.
    pub(super) hull: Interval,
}

/// An aspect `Predicate` and the like: the condition and the scopes it is read in.
#[derive(Debug)]
pub(super) struct SubtypePredicate {
    /// The type of what the subject stands for; derived types inherit the predicate.
    pub(super) base: Arc<Type>,
    pub(super) subject: String,
    pub(super) condition: ast::Expression,
    pub(super) scopes: Vec<super::entity::RegionId>,
    /// Whether the aspect says that it is no static predicate.
    pub(super) is_dynamic: bool,
}

/// The variable that stands for a discriminant in the bounds of other components.
pub(super) fn discriminant_variable(record: u32, name: &str) -> Variable {
    Variable::new(&format!("{record}#{}", name.to_lowercase()), Sort::Int)
}

impl Type {
    pub(super) fn new(id: u32, name: &str, kind: TypeKind) -> Type {
        let found = Type::incomplete(id, name);
        let _ = found.said.kind.set(kind);
        found
    }

    /// A type to be completed.
    pub(super) fn incomplete(id: u32, name: &str) -> Type {
        Type {
            id,
            name: name.to_owned(),
            is_private: false,
            views: Vec::new(),
            said: Arc::default(),
        }
    }

    /// Completes the type, unless that has been done.
    pub(super) fn complete(&self, kind: TypeKind) {
        let _ = self.said.kind.set(kind);
    }

    /// The same where the full declaration may derive it from another type.
    pub(super) fn complete_from(&self, kind: TypeKind, parent: Option<&Subtype>) {
        if let Some(parent) = parent {
            self.derive_from(&parent.base);
        }
        self.complete(kind);
    }

    /// The identity of the type it is derived from, through all derivations; its own otherwise.
    pub(super) fn root(&self) -> u32 {
        self.said.root.get().copied().unwrap_or(self.id)
    }

    pub(super) fn derive_from(&self, parent: &Type) {
        let _ = self.said.root.set(parent.root());
    }

    /// Remembers the constraint of the full declaration.
    pub(super) fn set_first(&self, subtype: &Subtype) {
        let _ = self
            .said
            .first
            .set((subtype.constraint.clone(), subtype.predicates.clone()));
    }

    pub(super) fn set_codes(&self, codes: Option<Vec<BigInt>>) {
        let codes = codes.map_or(Codes::Unread, |codes| Codes::Given(Arc::new(codes)));
        let _ = self.said.codes.set(codes);
    }

    pub(super) fn set_default(&self, default: TypeDefault) {
        let _ = self.said.default.set(default);
    }

    pub(super) fn default(&self) -> Option<&TypeDefault> {
        self.said.default.get()
    }

    /// The default of the parent, unless the derived type has one of its own.
    pub(super) fn inherit_default(&self, parent: &Type) {
        if let Some(default) = parent.said.default.get() {
            let _ = self.said.default.set(default.clone());
        }
    }

    pub(super) fn set_sized(&self) {
        let _ = self.said.sized.set(());
    }

    /// Whether the source says how many bits its values take.
    pub(super) fn is_sized(&self) -> bool {
        self.said.sized.get().is_some()
    }

    /// A derived type is represented as its parent is.
    pub(super) fn inherit_representation(&self, parent: &Type) {
        if parent.is_sized() {
            self.set_sized();
        }
        if let Some(codes) = parent.said.codes.get() {
            let _ = self.said.codes.set(codes.clone());
        }
    }

    /// The codes of the values, where a clause gives them.
    pub(super) fn codes(&self) -> Option<&Codes> {
        self.said.codes.get()
    }

    pub(super) fn set_designated(&self, subtype: Subtype) {
        let _ = self.said.designated.set(subtype);
    }

    /// What an access type gives access to, where it is known.
    pub(super) fn designated(&self) -> Option<&Subtype> {
        self.said.designated.get()
    }

    pub(super) fn is_complete(&self) -> bool {
        self.said.kind.get().is_some()
    }

    pub(super) fn kind(&self) -> &TypeKind {
        self.said
            .kind
            .get()
            .unwrap_or(&TypeKind::Lost("type without a full declaration"))
    }

    pub(super) fn discrete(&self) -> Option<&Discrete> {
        match self.kind() {
            TypeKind::Discrete(discrete) => Some(discrete),
            TypeKind::Boolean | TypeKind::Array(_) | TypeKind::Record(_) | TypeKind::Lost(_) => {
                None
            }
        }
    }

    pub(super) fn array(&self) -> Option<&ArrayType> {
        match self.kind() {
            TypeKind::Array(array) => Some(array),
            TypeKind::Boolean | TypeKind::Discrete(_) | TypeKind::Record(_) | TypeKind::Lost(_) => {
                None
            }
        }
    }

    pub(super) fn record(&self) -> Option<&Arc<RecordType>> {
        match self.kind() {
            TypeKind::Record(record) => Some(record),
            TypeKind::Boolean | TypeKind::Discrete(_) | TypeKind::Array(_) | TypeKind::Lost(_) => {
                None
            }
        }
    }

    /// Whether it is an enumeration other than Boolean.
    pub(super) fn is_enumeration(&self) -> bool {
        let discrete = self.discrete();
        discrete.is_some_and(|found| found.arithmetic == TypeArithmetic::None)
    }

    pub(super) fn is_boolean(&self) -> bool {
        matches!(self.kind(), TypeKind::Boolean)
    }

    /// Whether it is an enumeration or Boolean or an integer type.
    pub(super) fn is_discrete(&self) -> bool {
        matches!(self.kind(), TypeKind::Boolean | TypeKind::Discrete(_))
    }

    /// Whether it has integer arithmetic.
    pub(super) fn is_integer(&self) -> bool {
        self.discrete()
            .is_some_and(|discrete| discrete.arithmetic != TypeArithmetic::None)
    }

    pub(super) fn is_modular(&self) -> bool {
        self.discrete()
            .is_some_and(|discrete| discrete.arithmetic == TypeArithmetic::Wrapping)
    }

    /// What it is, where nothing is known of its values.
    pub(super) fn lost(&self) -> Option<&'static str> {
        match self.kind() {
            TypeKind::Lost(what) => Some(what),
            TypeKind::Boolean
            | TypeKind::Discrete(_)
            | TypeKind::Array(_)
            | TypeKind::Record(_) => None,
        }
    }

    /// Whether it is a floating-point or fixed-point type.
    pub(super) fn is_real(&self) -> bool {
        self.lost().is_some_and(|what| what.contains("-point"))
    }

    pub(super) fn is_access(&self) -> bool {
        self.lost() == Some(ACCESS)
    }

    /// Whether values are strings: one dimension of characters.
    pub(super) fn is_string(&self) -> bool {
        self.array().is_some_and(|array| {
            array.indices.len() == 1
                && array.component.base.discrete().is_some_and(|component| {
                    component.arithmetic == TypeArithmetic::None && component.is_character()
                })
        })
    }

    /// The base range of a discrete type, of Boolean as positions.
    pub(super) fn base_interval(&self) -> Interval {
        match self.kind() {
            TypeKind::Discrete(discrete) => discrete.base.clone(),
            TypeKind::Boolean | TypeKind::Array(_) | TypeKind::Record(_) | TypeKind::Lost(_) => {
                Interval::new(0, 1)
            }
        }
    }
}

/// What a type is called whose declaration could not be read.
pub(super) const UNREAD: &str = "type that could not be read";

/// What a class-wide type is called among lost types.
pub(super) const CLASS: &str = "class-wide type";

/// What protected objects and tasks are called.
pub(super) const TASKING: &str = "tasking";

/// What an access type is called among lost types.
pub(super) const ACCESS: &str = "access type";

impl Discrete {
    /// Whether it has character literals: Character and its like have no list of literals.
    pub(super) fn is_character(&self) -> bool {
        self.arithmetic == TypeArithmetic::None
            && (self.literals.is_empty()
                || self
                    .literals
                    .iter()
                    .any(|literal| literal.starts_with('\'')))
    }
}

impl RecordType {
    /// Whether its components begin with those of the other.
    pub(super) fn extends(&self, other: &RecordType) -> bool {
        let own = self.components.iter();
        let is_same = |(own, other): (&Component, &Component)| {
            own.name == other.name && own.subtype.base.id == other.subtype.base.id
        };
        self.components.len() >= other.components.len() && own.zip(&other.components).all(is_same)
    }

    /// What to say to somebody who wants a component that there is not.
    pub(super) fn help_for(&self, name: &str) -> String {
        let names = self.components.iter().map(|known| known.name.as_str());
        match nearest(name, names) {
            Some(meant) => format!("did you mean {meant}?"),
            None => "compare with the declaration of the type".to_owned(),
        }
    }

    pub(super) fn component(&self, name: &str) -> Option<&Component> {
        self.components
            .iter()
            .find(|component| component.name.eq_ignore_ascii_case(name))
    }
}

impl Range {
    pub(super) fn fixed(interval: Interval) -> Range {
        Range {
            first: Term::int(interval.low.clone()),
            last: Term::int(interval.high.clone()),
            hull: interval,
        }
    }

    /// The bounds if both are known.
    pub(super) fn interval(&self) -> Option<Interval> {
        match (self.first.as_value(), self.last.as_value()) {
            (Some(low), Some(high)) => {
                Some(Interval::new(low.as_int().clone(), high.as_int().clone()))
            }
            _ => None,
        }
    }

    pub(super) fn map(&self, map: &dyn Fn(&Term) -> Term) -> Range {
        Range {
            first: map(&self.first),
            last: map(&self.last),
            hull: self.hull.clone(),
        }
    }
}

impl Subtype {
    /// The type without a constraint.
    pub(super) fn of(base: &Arc<Type>) -> Subtype {
        Subtype {
            base: Arc::clone(base),
            name: Some(base.name.clone()),
            constraint: Constraint::None,
            predicates: Vec::new(),
        }
    }

    /// The subtype with what has become known of its type since it was named.
    pub(super) fn settled(&self) -> Subtype {
        match (&self.constraint, self.base.said.first.get()) {
            (Constraint::None, Some((constraint, predicates))) => Subtype {
                constraint: constraint.clone(),
                predicates: predicates.iter().chain(&self.predicates).cloned().collect(),
                ..self.clone()
            },
            _ => self.clone(),
        }
    }

    /// A part of a discrete type.
    pub(super) fn ranged(base: &Arc<Type>, name: Option<&str>, range: Range) -> Subtype {
        Subtype {
            base: Arc::clone(base),
            name: name.map(str::to_owned),
            constraint: Constraint::Range(range),
            predicates: Vec::new(),
        }
    }

    /// The whole base range.
    pub(super) fn base_subtype(&self) -> Subtype {
        let name = match self.base.kind() {
            TypeKind::Discrete(discrete) => discrete.base_name.clone(),
            TypeKind::Boolean | TypeKind::Array(_) | TypeKind::Record(_) | TypeKind::Lost(_) => {
                self.base.name.clone()
            }
        };
        Subtype {
            name: Some(name),
            ..Subtype::of(&self.base)
        }
    }

    /// The range of a discrete subtype.
    pub(super) fn range(&self) -> Range {
        match &self.constraint {
            Constraint::Range(range) => range.clone(),
            Constraint::None | Constraint::Index(_) | Constraint::Discriminants(_) => {
                Range::fixed(self.base.base_interval())
            }
        }
    }

    /// The bounds of a discrete subtype if they are static.
    pub(super) fn interval(&self) -> Option<Interval> {
        self.range().interval()
    }

    /// An interval that every variable of the discrete subtype lies in; never empty.
    pub(super) fn values(&self) -> Interval {
        let range = self.range();
        let known = range.interval().unwrap_or(range.hull);
        if known.is_empty() {
            self.base.base_interval()
        } else {
            known
        }
    }

    /// Smallest and largest value of an integer or enumeration; `None` for other types, and for a
    /// subtype that has no value.
    pub(super) fn bounds(&self) -> Option<(BigInt, BigInt)> {
        self.base.discrete()?;
        if self.is_empty() {
            return None;
        }
        let values = self.values();
        Some((values.low, values.high))
    }

    /// Whether it is known that no value belongs to it.
    pub(super) fn is_empty(&self) -> bool {
        self.base.is_discrete() && self.interval().is_some_and(|interval| interval.is_empty())
    }

    /// The ranges of the indices of a constrained array.
    pub(super) fn index_ranges(&self) -> Option<&[Range]> {
        match &self.constraint {
            Constraint::Index(ranges) => Some(ranges),
            Constraint::None | Constraint::Range(_) | Constraint::Discriminants(_) => None,
        }
    }

    /// The same subtype with its bounds mapped.
    pub(super) fn map(&self, map: &dyn Fn(&Term) -> Term) -> Subtype {
        let constraint = match &self.constraint {
            Constraint::None => Constraint::None,
            Constraint::Range(range) => Constraint::Range(range.map(map)),
            Constraint::Index(ranges) => {
                Constraint::Index(ranges.iter().map(|range| range.map(map)).collect())
            }
            Constraint::Discriminants(values) => {
                Constraint::Discriminants(values.iter().map(|value| value.map(map)).collect())
            }
        };
        Subtype {
            constraint,
            ..self.clone()
        }
    }

    /// What messages call it.
    pub(super) fn describe(&self) -> String {
        if let Some(name) = &self.name {
            return name.clone();
        }
        match &self.constraint {
            Constraint::Range(range) => format!("{} .. {}", range.first, range.last),
            Constraint::None | Constraint::Index(_) | Constraint::Discriminants(_) => {
                self.base.name.clone()
            }
        }
    }
}

/// The base type that GNAT gives a type with the given bounds: the smallest that holds them.
pub(super) fn base_width(first: &BigInt, last: &BigInt) -> Option<u32> {
    [8_u32, 16, 32, 64, 128].into_iter().find(|bits| {
        let half = BigInt::one() << (bits - 1);
        -&half <= *first && *last < half
    })
}

/// The signed integers of so many bits.
pub(super) fn signed_interval(bits: u32) -> Interval {
    let half = BigInt::one() << (bits - 1);
    Interval::new(-half.clone(), half - 1)
}
