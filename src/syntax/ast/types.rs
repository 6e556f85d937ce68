//! Types, subtypes, constraints and ranges.

use super::{Aspect, Association, Choice, Declaration, Expression, Formal, Name};
use crate::source::Span;

/// `type T (D : Boolean) is …;`
#[derive(Debug, Clone)]
pub struct TypeDeclaration {
    /// The name.
    pub name: Name,
    /// What stands in parentheses after the name.
    pub discriminants: Discriminants,
    /// What stands after `is`.
    pub definition: TypeDefinition,
    /// What a formal type is if nothing is passed: `or use T`.
    pub default: Option<Expression>,
    /// The aspects.
    pub aspects: Vec<Aspect>,
}

/// The discriminants of a type.
#[derive(Debug, Clone)]
pub enum Discriminants {
    /// None.
    None,
    /// `(<>)`
    Unknown,
    /// `(D : Boolean; N : Natural := 0)`, one entry per name.
    Known(Vec<Discriminant>),
}

/// A discriminant.
#[derive(Debug, Clone)]
pub struct Discriminant {
    /// Its name.
    pub name: Name,
    /// Its subtype.
    pub subtype: TypeUse,
    /// What it is if nothing is said.
    pub default: Option<Expression>,
    /// The aspects.
    pub aspects: Vec<Aspect>,
}

/// What stands after `type T is`.
#[derive(Debug, Clone)]
pub enum TypeDefinition {
    /// `range low .. high`
    Signed {
        /// The first value.
        low: Expression,
        /// The last value.
        high: Expression,
    },
    /// `mod modulus`
    Modular(Expression),
    /// `(Red, Green, 'A')`
    Enumeration(Vec<Name>),
    /// `digits digits range low .. high`
    Float {
        /// How many digits.
        digits: Expression,
        /// The range.
        range: Option<Range>,
    },
    /// `delta delta range low .. high`
    Fixed {
        /// The step.
        delta: Expression,
        /// The range.
        range: Option<Range>,
    },
    /// `delta delta digits digits range low .. high`
    Decimal {
        /// The step.
        delta: Expression,
        /// How many digits.
        digits: Expression,
        /// The range.
        range: Option<Range>,
    },
    /// `array (…) of …`
    Array(ArrayDefinition),
    /// `tagged record … end record`
    Record(TypeModifiers, Components),
    /// `access …`
    Access(AccessDefinition),
    /// `new parent and interfaces with record … end record`
    Derived {
        /// The words before `new`.
        modifiers: TypeModifiers,
        /// What it is derived from.
        parent: SubtypeIndication,
        /// The interfaces after `and`.
        interfaces: Vec<Expression>,
        /// The components after `with`.
        extension: Option<Components>,
    },
    /// `limited interface and …`
    Interface {
        /// The word before `interface`.
        kind: InterfaceKind,
        /// The interfaces after `and`.
        parents: Vec<Expression>,
    },
    /// `tagged limited private`
    Private(TypeModifiers),
    /// `new parent and interfaces with private`
    PrivateExtension {
        /// The words before `new`.
        modifiers: TypeModifiers,
        /// Whether the word `synchronized` stands there.
        is_synchronized: bool,
        /// What it extends.
        parent: SubtypeIndication,
        /// The interfaces after `and`.
        interfaces: Vec<Expression>,
    },
    /// `type T;` or `type T is tagged;`
    Incomplete(TypeModifiers),
    /// A formal of a generic: `(<>)`
    AnyDiscrete,
    /// A formal of a generic: `range <>`
    AnySigned,
    /// A formal of a generic: `mod <>`
    AnyModular,
    /// A formal of a generic: `digits <>`
    AnyFloat,
    /// A formal of a generic: `delta <>`
    AnyFixed,
    /// A formal of a generic: `delta <> digits <>`
    AnyDecimal,
}

/// Words that may stand before a definition.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TypeModifiers {
    /// `abstract`
    pub is_abstract: bool,
    /// `tagged`
    pub is_tagged: bool,
    /// `limited`
    pub is_limited: bool,
}

/// The word before `interface`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InterfaceKind {
    /// Nothing.
    Plain,
    /// `limited`
    Limited,
    /// `task`
    Task,
    /// `protected`
    Protected,
    /// `synchronized`
    Synchronized,
}

/// What stands where an object, a component or a parameter gets its type.
#[derive(Debug, Clone)]
pub enum TypeUse {
    /// A subtype mark with its constraint.
    Subtype(SubtypeIndication),
    /// An anonymous access type.
    Access(Box<AccessDefinition>),
    /// An anonymous array type, for objects only.
    Array(Box<ArrayDefinition>),
}

/// A subtype mark with its constraint, if any.
#[derive(Debug, Clone)]
pub struct SubtypeIndication {
    /// Whether the words `not null` stand there.
    pub excludes_null: bool,
    /// The name of the type or subtype.
    pub mark: Expression,
    /// What restricts it.
    pub constraint: Option<Constraint>,
    /// From the first to the last character.
    pub span: Span,
}

/// What restricts a subtype.
#[derive(Debug, Clone)]
pub enum Constraint {
    /// `range low .. high`
    Range(Range),
    /// `digits d range low .. high`
    Digits(Box<Expression>, Option<Range>),
    /// `delta d range low .. high`
    Delta(Box<Expression>, Option<Range>),
    /// `(1 .. 10, Index)` or `(Size => 10)`: of indices or of discriminants.
    Composite(Vec<Association>),
}

/// A range of values.
#[derive(Debug, Clone)]
pub enum Range {
    /// `low .. high`
    Bounds(Box<Expression>, Box<Expression>),
    /// `prefix'Range` or `prefix'Range (dimension)`
    Attribute {
        /// An array or a scalar subtype.
        prefix: Box<Expression>,
        /// Which dimension of an array; the first if nothing is said.
        dimension: Option<Box<Expression>>,
        /// From the first to the last character.
        span: Span,
    },
}

/// A range of discrete values, with or without the name of their subtype.
#[derive(Debug, Clone)]
pub enum DiscreteRange {
    /// `low .. high`
    Range(Range),
    /// `S` or `S range low .. high`
    Subtype(SubtypeIndication),
}

/// `array (indices) of component`
#[derive(Debug, Clone)]
pub struct ArrayDefinition {
    /// The indices.
    pub indices: ArrayIndices,
    /// Whether the word `aliased` stands before the component.
    pub is_aliased: bool,
    /// What it is made of.
    pub component: TypeUse,
    /// From the first to the last character.
    pub span: Span,
}

/// The indices of an array type.
#[derive(Debug, Clone)]
pub enum ArrayIndices {
    /// `(1 .. 10, Colour)`
    Constrained(Vec<DiscreteRange>),
    /// `(Positive range <>, Colour range <>)`
    Unconstrained(Vec<Expression>),
}

/// An access type, named or not.
#[derive(Debug, Clone)]
pub struct AccessDefinition {
    /// Whether the words `not null` stand there.
    pub excludes_null: bool,
    /// What it gives access to.
    pub kind: AccessKind,
    /// From the first to the last character.
    pub span: Span,
}

/// What an access type gives access to.
#[derive(Debug, Clone)]
pub enum AccessKind {
    /// `access all T`
    Object(AccessModifier, SubtypeIndication),
    /// `access protected function (X : T) return T`
    Subprogram {
        /// Whether the word `protected` stands there.
        is_protected: bool,
        /// The parameters, one entry per name.
        formals: Vec<Formal>,
        /// The result's subtype; a procedure has none.
        result: Option<Box<TypeUse>>,
    },
}

/// The word after `access`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AccessModifier {
    /// Nothing.
    Plain,
    /// `all`
    All,
    /// `constant`
    Constant,
}

/// The components of a record.
#[derive(Debug, Clone)]
pub struct Components {
    /// Objects, pragmas, clauses, representation clauses.
    pub items: Vec<Declaration>,
    /// What depends on a discriminant.
    pub variants: Option<VariantPart>,
}

/// `case discriminant is when … => …`
#[derive(Debug, Clone)]
pub struct VariantPart {
    /// What decides.
    pub discriminant: Name,
    /// The variants, in order.
    pub variants: Vec<Variant>,
}

/// `when choices => components`
#[derive(Debug, Clone)]
pub struct Variant {
    /// The values of the discriminant.
    pub choices: Vec<Choice>,
    /// The components there are then.
    pub components: Components,
    /// Where the choices stand.
    pub span: Span,
}

impl TypeUse {
    /// The subtype indication, if it is none of the anonymous types.
    pub fn indication(&self) -> Option<&SubtypeIndication> {
        match self {
            TypeUse::Subtype(indication) => Some(indication),
            TypeUse::Access(_) | TypeUse::Array(_) => None,
        }
    }

    /// Where it stands.
    pub fn span(&self) -> Span {
        match self {
            TypeUse::Subtype(indication) => indication.span,
            TypeUse::Access(definition) => definition.span,
            TypeUse::Array(definition) => definition.span,
        }
    }
}

impl Range {
    /// Where it stands.
    pub fn span(&self) -> Span {
        match self {
            Range::Bounds(low, high) => low.span.to(high.span),
            Range::Attribute { span, .. } => *span,
        }
    }
}

impl DiscreteRange {
    /// Where it stands.
    pub fn span(&self) -> Span {
        match self {
            DiscreteRange::Range(range) => range.span(),
            DiscreteRange::Subtype(indication) => indication.span,
        }
    }
}
