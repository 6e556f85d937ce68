//! The package Standard, as GNAT has it on 64-bit Linux.

use std::sync::Arc;

use super::elaborator::Elaborator;
use super::entity::{EntityKind, RegionId};
use super::interval::Interval;
use super::types::{
    ArrayType, Discrete, Range, Subtype, Type, TypeArithmetic, TypeKind, signed_interval,
};
use crate::logic::Value;
use crate::source::{FileId, Span};

/// The predefined types that elaboration itself needs.
#[derive(Debug, Clone)]
pub(super) struct Standard {
    pub(super) boolean: Arc<Type>,
    pub(super) integer: Arc<Type>,
    pub(super) natural: Subtype,
    pub(super) positive: Subtype,
    /// The integer type in which what has no type of its own is computed.
    pub(super) widest: Arc<Type>,
    pub(super) character: Arc<Type>,
    pub(super) string: Arc<Type>,
    pub(super) wide: [Arc<Type>; 4],
    pub(super) float: Arc<Type>,
}

/// The literals of Boolean, in order.
pub(super) const TRUTH_VALUES: [&str; 2] = ["False", "True"];

/// The integer types with their widths.
const INTEGERS: [(&str, u32); 6] = [
    ("Integer", 32),
    ("Short_Short_Integer", 8),
    ("Short_Integer", 16),
    ("Long_Integer", 64),
    ("Long_Long_Integer", 64),
    ("Long_Long_Long_Integer", 128),
];

/// The identity of the widest of them.
const WIDEST: u32 = 5;

/// The first identity that a type of the program may have.
pub(super) const FIRST_TYPE_ID: u32 = 100;

/// Where the predefined entities are said to stand.
pub(super) const NOWHERE: Span = Span {
    file: FileId(0),
    start: 0,
    end: 0,
};

fn integer_type(id: u32, name: &str, bits: u32) -> Arc<Type> {
    let kind = TypeKind::Discrete(Discrete {
        base_name: name.to_owned(),
        base: signed_interval(bits),
        arithmetic: TypeArithmetic::Checked,
        literals: Arc::default(),
    });
    Arc::new(Type::new(id, name, kind))
}

fn character_type(id: u32, name: &str, last: u32) -> Arc<Type> {
    let kind = TypeKind::Discrete(Discrete {
        base_name: name.to_owned(),
        base: Interval::new(0, last),
        arithmetic: TypeArithmetic::None,
        literals: Arc::default(),
    });
    Arc::new(Type::new(id, name, kind))
}

impl Standard {
    pub(super) fn new() -> Standard {
        let integer = integer_type(0, "Integer", 32);
        let last = signed_interval(32).high;
        let natural = Range::fixed(Interval::new(0, last.clone()));
        let positive = Range::fixed(Interval::new(1, last));
        let positive = Subtype::ranged(&integer, Some("Positive"), positive);
        let string = |id: u32, name: &str, component: &Arc<Type>| {
            let kind = TypeKind::Array(ArrayType {
                indices: vec![positive.clone()],
                component: Subtype::of(component),
                is_constrained: false,
            });
            Arc::new(Type::new(id, name, kind))
        };
        let character = character_type(20, "Character", 255);
        let wide = character_type(21, "Wide_Character", 65_535);
        let very_wide = character_type(22, "Wide_Wide_Character", 0x7FFF_FFFF);
        Standard {
            boolean: Arc::new(Type::new(30, "Boolean", TypeKind::Boolean)),
            natural: Subtype::ranged(&integer, Some("Natural"), natural),
            string: string(40, "String", &character),
            wide: [
                Arc::clone(&wide),
                string(41, "Wide_String", &wide),
                Arc::clone(&very_wide),
                string(42, "Wide_Wide_String", &very_wide),
            ],
            float: Arc::new(Type::new(
                50,
                "Float",
                TypeKind::Lost("floating-point type"),
            )),
            positive,
            widest: integer_type(
                WIDEST,
                INTEGERS[WIDEST as usize].0,
                INTEGERS[WIDEST as usize].1,
            ),
            integer,
            character,
        }
    }
}

impl Elaborator {
    /// Declares everything that is visible everywhere.
    pub(super) fn declare_standard(&mut self) {
        let standard = self.standard.clone();
        let mut subtypes = vec![
            Subtype::of(&standard.boolean),
            standard.natural.clone(),
            standard.positive.clone(),
            Subtype::of(&standard.character),
            Subtype::of(&standard.string),
            Subtype::of(&standard.float),
        ];
        subtypes.extend(standard.wide.iter().map(Subtype::of));
        for (id, (name, bits)) in (0..).zip(INTEGERS) {
            subtypes.push(match id {
                0 => Subtype::of(&standard.integer),
                WIDEST => Subtype::of(&standard.widest),
                _ => Subtype::of(&integer_type(id, name, bits)),
            });
        }
        for (id, name) in (51..).zip(["Short_Float", "Long_Float", "Long_Long_Float"]) {
            let kind = TypeKind::Lost("floating-point type");
            subtypes.push(Subtype::of(&Arc::new(Type::new(id, name, kind))));
        }
        let duration = TypeKind::Lost("fixed-point type");
        subtypes.push(Subtype::of(&Arc::new(Type::new(60, "Duration", duration))));
        let root = RegionId(0);
        for subtype in subtypes {
            let name = subtype.describe();
            self.declare_in(root, &name, NOWHERE, EntityKind::Subtype(subtype));
        }
        for (position, name) in TRUTH_VALUES.into_iter().enumerate() {
            let kind = EntityKind::Literal(position.into(), Arc::clone(&standard.boolean));
            self.declare_in(root, name, NOWHERE, kind);
        }
        for name in [
            "Constraint_Error",
            "Program_Error",
            "Storage_Error",
            "Tasking_Error",
        ] {
            self.declare_in(root, name, NOWHERE, EntityKind::Exception);
        }
        self.regions[0].owner = Some("Standard".to_owned());
        self.declare_in(root, "Standard", NOWHERE, EntityKind::Package(root));
        let ascii = self.new_region(Some("ASCII"), "");
        let controls = [
            ("NUL", 0),
            ("BEL", 7),
            ("BS", 8),
            ("HT", 9),
            ("LF", 10),
            ("VT", 11),
            ("FF", 12),
            ("CR", 13),
            ("ESC", 27),
            ("DEL", 127),
        ];
        for (name, position) in controls {
            let value = Value::Int(position.into());
            let kind = EntityKind::Static(value, Subtype::of(&standard.character));
            self.declare_in(ascii, name, NOWHERE, kind);
        }
        self.declare_in(root, "ASCII", NOWHERE, EntityKind::Package(ascii));
    }
}
