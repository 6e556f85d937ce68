//! Declarations.

use super::{
    Actual, Association, Clause, Expression, Handler, Name, Opaque, Statement, SubtypeIndication,
    TypeDeclaration, TypeUse,
};
use crate::source::Span;

/// A declaration.
#[derive(Debug, Clone)]
pub struct Declaration {
    /// What is declared.
    pub kind: DeclarationKind,
    /// From the first to the last character.
    pub span: Span,
}

/// The kinds of declaration.
#[derive(Debug, Clone)]
pub enum DeclarationKind {
    /// `X, Y : Integer range 0 .. 10 := 5;`, also as a component of a record.
    Object(Box<ObjectDeclaration>),
    /// `N : constant := 10;`
    Number {
        /// The names.
        names: Vec<Name>,
        /// The value.
        value: Expression,
    },
    /// `E, F : exception;`
    Exception {
        /// The names.
        names: Vec<Name>,
        /// The aspects.
        aspects: Vec<Aspect>,
    },
    /// `type T is …;`, also private, incomplete and as a formal of a generic.
    Type(Box<TypeDeclaration>),
    /// `subtype S is Integer range 1 .. 10;`
    Subtype {
        /// The name.
        name: Name,
        /// What it stands for.
        indication: SubtypeIndication,
        /// The aspects.
        aspects: Vec<Aspect>,
    },
    /// A subprogram without its body.
    Subprogram(Box<SubprogramSpecification>),
    /// `procedure P is abstract;`
    AbstractSubprogram(Box<SubprogramSpecification>),
    /// `procedure P is null;`
    NullProcedure(Box<SubprogramSpecification>),
    /// `function F return T is (expression);`
    ExpressionFunction(Box<SubprogramSpecification>, Box<Expression>),
    /// A subprogram with its body.
    SubprogramBody(Box<SubprogramBody>),
    /// `procedure P is separate;`
    SubprogramStub(Box<SubprogramSpecification>),
    /// `package P is … end P;`
    Package(Box<PackageSpecification>),
    /// `package body P is … end P;`
    PackageBody(Box<PackageBody>),
    /// `package body P is separate;`
    PackageStub {
        /// The name.
        name: Name,
        /// The aspects.
        aspects: Vec<Aspect>,
    },
    /// `… renames …;`
    Renaming(Box<Renaming>),
    /// `generic … package P is … end P;`
    Generic(Box<Generic>),
    /// `package P is new G (…);`
    Instantiation(Box<Instantiation>),
    /// A formal object of a generic: `N : in Integer := 3;`
    FormalObject(Box<Formal>),
    /// A formal subprogram of a generic: `with function F (X : T) return T is <>;`
    FormalSubprogram(Box<FormalSubprogram>),
    /// A formal package of a generic: `with package P is new G (<>);`
    FormalPackage(Box<FormalPackage>),
    /// `use P;`
    Use(UseClause),
    /// `for X'Size use 8;`, `for Colour use (Red => 1, Green => 4);`
    AttributeClause {
        /// `X'Size`, or the enumeration.
        attribute: Expression,
        /// The value.
        value: Expression,
    },
    /// `pragma Assert (…);` and the like.
    Pragma(Pragma),
    /// A `--%` clause.
    Clause(Clause),
    /// Tasks, protected objects, entries, other representation clauses.
    Opaque(Opaque),
    /// What could not be read; a diagnostic says why.
    Error,
}

/// `X, Y : aliased constant Integer := 5 with Volatile;`
#[derive(Debug, Clone)]
pub struct ObjectDeclaration {
    /// The names.
    pub names: Vec<Name>,
    /// Whether the word `aliased` stands there.
    pub is_aliased: bool,
    /// Whether the word `constant` stands there.
    pub is_constant: bool,
    /// The subtype.
    pub subtype: TypeUse,
    /// The initial value.
    pub value: Option<Expression>,
    /// The aspects.
    pub aspects: Vec<Aspect>,
}

/// The profile of a subprogram with its contract.
#[derive(Debug, Clone)]
pub struct SubprogramSpecification {
    /// `overriding` or `not overriding`.
    pub overriding: Option<Overriding>,
    /// The parent of a child unit: `P` of `procedure P.Q`.
    pub parent: Vec<Name>,
    /// The subprogram's name; an operator has its quotes.
    pub name: Name,
    /// The parameters, one entry per name.
    pub formals: Vec<Formal>,
    /// The result's subtype; a procedure has none.
    pub result: Option<TypeUse>,
    /// The aspects: `Pre`, `Post`, …; SPARK 2005 contracts as the aspects they mean.
    pub aspects: Vec<Aspect>,
    /// From the first to the last character of the profile.
    pub span: Span,
}

/// What a declaration says of the one it hides or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Overriding {
    /// `overriding`
    Yes,
    /// `not overriding`
    No,
}

/// A subprogram with its body.
#[derive(Debug, Clone)]
pub struct SubprogramBody {
    /// Its profile.
    pub specification: SubprogramSpecification,
    /// What stands between `is` and `begin`.
    pub declarations: Vec<Declaration>,
    /// What stands between `begin` and `exception` or `end`.
    pub statements: Vec<Statement>,
    /// What stands after `exception`.
    pub handlers: Vec<Handler>,
    /// From the first to the last character.
    pub span: Span,
}

/// A parameter of a subprogram or a formal object of a generic.
#[derive(Debug, Clone)]
pub struct Formal {
    /// Its name.
    pub name: Name,
    /// Whether the word `aliased` stands there.
    pub is_aliased: bool,
    /// The words `in`, `out` as written.
    pub mode: Mode,
    /// Its subtype.
    pub subtype: TypeUse,
    /// What it is if nothing is passed.
    pub default: Option<Expression>,
    /// The aspects.
    pub aspects: Vec<Aspect>,
}

/// The mode of a parameter as written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Nothing, or `in`.
    In,
    /// `out`
    Out,
    /// `in out`
    InOut,
}

/// An aspect of a declaration, e.g. `Pre => X > 0`.
#[derive(Debug, Clone)]
pub struct Aspect {
    /// The aspect's name.
    pub name: Name,
    /// Whether `'Class` follows the name.
    pub is_classwide: bool,
    /// What it is defined as.
    pub definition: Option<Expression>,
}

/// The specification of a package.
#[derive(Debug, Clone)]
pub struct PackageSpecification {
    /// The parent of a child unit: `P` of `package P.Q`.
    pub parent: Vec<Name>,
    /// The package's name.
    pub name: Name,
    /// The aspects.
    pub aspects: Vec<Aspect>,
    /// What clients see.
    pub visible: Vec<Declaration>,
    /// What stands after `private`.
    pub private: Vec<Declaration>,
}

/// The body of a package.
#[derive(Debug, Clone)]
pub struct PackageBody {
    /// The parent of a child unit: `P` of `package body P.Q`.
    pub parent: Vec<Name>,
    /// The package's name.
    pub name: Name,
    /// The aspects.
    pub aspects: Vec<Aspect>,
    /// What stands between `is` and `begin` or `end`.
    pub declarations: Vec<Declaration>,
    /// What stands between `begin` and `exception` or `end`; empty without `begin`.
    pub statements: Vec<Statement>,
    /// What stands after `exception`.
    pub handlers: Vec<Handler>,
}

/// A renaming.
#[derive(Debug, Clone)]
pub struct Renaming {
    /// What is renamed, with the new name.
    pub kind: RenamingKind,
    /// The old name.
    pub renamed: Expression,
    /// The aspects; a subprogram's stand in its profile.
    pub aspects: Vec<Aspect>,
}

/// The kinds of renaming.
#[derive(Debug, Clone)]
pub enum RenamingKind {
    /// `X : T renames Y;`; Ada 2022 allows to leave the subtype out.
    Object(Name, Option<TypeUse>),
    /// `E : exception renames F;`
    Exception(Name),
    /// `package P renames Q;`
    Package(Vec<Name>),
    /// `procedure P (X : T) renames Q;`
    Subprogram(Box<SubprogramSpecification>),
    /// `generic package P renames Q;`
    Generic(InstantiationKind, Vec<Name>),
}

/// A generic package or subprogram.
#[derive(Debug, Clone)]
pub struct Generic {
    /// What stands after `generic`: types, formal objects, subprograms and packages, `use` clauses.
    pub formals: Vec<Declaration>,
    /// The package or subprogram.
    pub declaration: Declaration,
}

/// `package P is new G (T, N => 3);`
#[derive(Debug, Clone)]
pub struct Instantiation {
    /// A package, a procedure or a function.
    pub kind: InstantiationKind,
    /// `overriding` or `not overriding`.
    pub overriding: Option<Overriding>,
    /// The parent of a child unit.
    pub parent: Vec<Name>,
    /// The name of the instance.
    pub name: Name,
    /// The generic unit.
    pub generic: Expression,
    /// What is passed for its formals.
    pub arguments: Vec<Association>,
    /// The aspects.
    pub aspects: Vec<Aspect>,
}

/// What a generic makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InstantiationKind {
    /// `package`
    Package,
    /// `procedure`
    Procedure,
    /// `function`
    Function,
}

/// A formal subprogram of a generic.
#[derive(Debug, Clone)]
pub struct FormalSubprogram {
    /// Its profile.
    pub specification: SubprogramSpecification,
    /// Whether the words `is abstract` stand there.
    pub is_abstract: bool,
    /// What it is if nothing is passed.
    pub default: SubprogramDefault,
}

/// What a formal subprogram is if nothing is passed.
#[derive(Debug, Clone)]
pub enum SubprogramDefault {
    /// Something must be passed.
    None,
    /// `is <>`: one of the same name and profile that is visible at the instantiation.
    Visible,
    /// `is null`
    Null,
    /// `is Name`
    Name(Box<Expression>),
}

/// `with package P is new G (<>);`
#[derive(Debug, Clone)]
pub struct FormalPackage {
    /// Its name.
    pub name: Name,
    /// The generic unit.
    pub generic: Expression,
    /// What is said of its formals.
    pub arguments: Vec<Association>,
    /// The aspects.
    pub aspects: Vec<Aspect>,
}

/// `use P, Q;`, `use type T;`
#[derive(Debug, Clone)]
pub struct UseClause {
    /// What is made visible.
    pub kind: UseKind,
    /// The packages or types.
    pub names: Vec<Expression>,
    /// From the first to the last character.
    pub span: Span,
}

/// What a use clause makes visible.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UseKind {
    /// `use`: what the packages declare.
    Package,
    /// `use type`: the operators of the types.
    Type,
    /// `use all type`: all that belongs to the types.
    AllType,
}

/// A pragma.
#[derive(Debug, Clone)]
pub struct Pragma {
    /// Its name.
    pub name: Name,
    /// Its arguments.
    pub arguments: Vec<Association>,
    /// From the first to the last character.
    pub span: Span,
}

impl Pragma {
    /// Whether it switches checks or assertions off, or has overflow go unnoticed.
    pub fn switches_off(&self) -> bool {
        let says = |words: &[&str]| {
            self.arguments.iter().any(|argument| {
                let Actual::Expression(actual) = &argument.actual else {
                    return false;
                };
                let actual = actual.to_string().to_lowercase();
                words.contains(&actual.as_str())
            })
        };
        match self.name.key().as_str() {
            "assertion_policy" | "check_policy" => {
                says(&["ignore", "disable", "off", "suppressible"])
            }
            "overflow_mode" => says(&["minimized", "eliminated"]),
            "suppress" | "suppress_all" => true,
            _ => false,
        }
    }
}

impl Declaration {
    /// The names of the objects it declares, if it is a declaration of objects.
    pub fn object_names(&self) -> Option<&[Name]> {
        if let DeclarationKind::Object(object) = &self.kind {
            Some(&object.names)
        } else {
            None
        }
    }
}

impl SubprogramSpecification {
    /// Whether it returns a value.
    pub fn is_function(&self) -> bool {
        self.result.is_some()
    }

    /// The first aspect of that name, given in lower case.
    pub fn aspect(&self, name: &str) -> Option<&Aspect> {
        self.aspects.iter().find(|aspect| aspect.name.key() == name)
    }
}
