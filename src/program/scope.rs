//! What names stand for, and the variables made for them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use num_bigint::BigInt;
use num_traits::One;

use super::typed::{
    DiscreteSubtype, DiscreteType, LoopId, Mode, Object, Snapshot, Subprogram, SubprogramId,
    Subtype, TypeArithmetic,
};
use crate::logic::{Sort, Value, Variable};

/// What a name stands for.
#[derive(Debug, Clone)]
pub(super) enum Entity {
    /// A variable, or a constant whose value is not static.
    Object(Object, Access),
    /// A constant whose value is static.
    Constant(Value, Subtype),
    /// A named number.
    Number(BigInt),
    /// A type or subtype.
    Subtype(Subtype),
    /// A procedure.
    Subprogram(SubprogramId),
    /// The unit itself, as the prefix of an expanded name.
    Unit,
    /// Something whose declaration could not be read; a diagnostic says why.
    Error,
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
}

impl Access {
    /// Whether the object has one value as long as it can be named.
    pub(super) fn is_stable(self) -> bool {
        match self {
            Access::Variable | Access::Formal(Mode::Out | Mode::InOut) => false,
            Access::Constant | Access::LoopParameter | Access::Formal(Mode::In) => true,
        }
    }
}

/// A declarative region.
pub(super) type Scope = BTreeMap<String, Entity>;

/// What is known of the subprogram whose text is being read, or of the unit's elaboration.
#[derive(Debug, Default)]
pub(super) struct Frame {
    /// The subprogram; `None` for the elaboration of the unit.
    pub(super) id: Option<SubprogramId>,
    /// What its checks say they stand in.
    pub(super) name: String,
    /// The names given to its variables, in lower case, and the unit's.
    pub(super) used: BTreeSet<String>,
    /// The locals made so far.
    pub(super) locals: Vec<Object>,
    /// Its variables that keep one value as long as they can be named.
    pub(super) stable: BTreeSet<Variable>,
    /// The loops around the present place, innermost last, with their names.
    pub(super) loops: Vec<(Option<String>, LoopId)>,
    /// How many loops there have been.
    pub(super) loop_count: u32,
    /// The values at entry that the postcondition asks for.
    pub(super) snapshots: Vec<Snapshot>,
}

impl Frame {
    /// A variable of this subprogram under the given name, or the name with a suffix where
    /// another variable has it.
    pub(super) fn variable(&mut self, name: &str, sort: Sort) -> Variable {
        Variable::new(&unused_name(&mut self.used, name), sort)
    }

    /// A new loop.
    pub(super) fn next_loop(&mut self) -> LoopId {
        self.loop_count += 1;
        LoopId(self.loop_count - 1)
    }
}

/// The name, or the name with the first suffix `__2`, `__3`, … that makes it new; no identifier of
/// Ada has two underlines in a row.
pub(crate) fn unused_name(used: &mut BTreeSet<String>, name: &str) -> String {
    let mut candidate = name.to_owned();
    let mut count = 1;
    while !used.insert(candidate.to_lowercase()) {
        count += 1;
        candidate = format!("{name}__{count}");
    }
    candidate
}

/// A subprogram with what is needed while its unit is read.
#[derive(Debug)]
pub(super) struct Declared {
    pub(super) subprogram: Subprogram,
    /// The names of the formals, in lower case.
    pub(super) formal_names: Vec<String>,
    pub(super) has_body: bool,
    /// Whether it stands in the visible part of a package.
    pub(super) is_visible: bool,
    /// What goes on from the declaration to the body.
    pub(super) frame: Frame,
}

/// A signed integer of the given width.
fn integer_type(id: u32, name: &str, bits: u32) -> Arc<DiscreteType> {
    let half = BigInt::one() << (bits - 1);
    Arc::new(DiscreteType {
        id,
        name: name.to_owned(),
        base_name: name.to_owned(),
        first: -half.clone(),
        last: half - BigInt::one(),
        arithmetic: TypeArithmetic::Checked,
    })
}

/// The predefined types with their widths, as GNAT has them on 64-bit Linux.
const INTEGERS: [(&str, u32); 5] = [
    ("Integer", 32),
    ("Short_Short_Integer", 8),
    ("Short_Integer", 16),
    ("Long_Integer", 64),
    ("Long_Long_Integer", 64),
];

/// The first identity that a type of the program may have.
pub(super) const FIRST_TYPE_ID: u32 = 5;

/// The predefined type Integer.
pub(super) fn integer() -> Arc<DiscreteType> {
    integer_type(0, INTEGERS[0].0, INTEGERS[0].1)
}

/// The package Standard.
pub(super) fn standard() -> Scope {
    let mut scope = Scope::new();
    let mut add = |base: &Arc<DiscreteType>, name: &str, first: BigInt| {
        let subtype = DiscreteSubtype {
            base: Arc::clone(base),
            name: Some(name.to_owned()),
            first,
            last: base.last.clone(),
        };
        let entity = Entity::Subtype(Subtype::Discrete(subtype));
        scope.insert(name.to_lowercase(), entity);
    };
    for (id, (name, bits)) in (0..).zip(INTEGERS) {
        let base = integer_type(id, name, bits);
        add(&base, name, base.first.clone());
    }
    add(&integer(), "Natural", BigInt::from(0));
    add(&integer(), "Positive", BigInt::one());
    scope.insert("boolean".into(), Entity::Subtype(Subtype::Boolean));
    for (name, value) in [("true", true), ("false", false)] {
        let entity = Entity::Constant(Value::Bool(value), Subtype::Boolean);
        scope.insert(name.into(), entity);
    }
    scope
}

/// The base type that GNAT gives a type with the given bounds: the smallest that holds them.
pub(super) fn base_width(first: &BigInt, last: &BigInt) -> Option<u32> {
    [8_u32, 16, 32, 64, 128].into_iter().find(|bits| {
        let half = BigInt::one() << (bits - 1);
        -&half <= *first && *last < half
    })
}
