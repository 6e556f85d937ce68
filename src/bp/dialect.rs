//! The spellings of Boolean programs: which reader or printer is meant.

use super::ast::BinaryOperator;

/// A family of tools that share a syntax.
///
/// One grammar reads them all, because what one of them has another does not contradict. They
/// differ where the same text means something else: in the precedence of operators, in what
/// characters a name may have, and in what `assert` does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Dialect {
    /// sabs's own.
    Native,
    /// Bebop of 2000; its paper leaves precedence open, so it is the native one.
    Bebop,
    /// Moped and Getafix.
    Moped,
    /// Boppo, `SatAbs` and Boom.
    Boppo,
    /// WALi.
    Wali,
}

impl Dialect {
    /// How tightly an operator binds; larger is tighter.
    pub(super) fn precedence(self, operator: BinaryOperator) -> u8 {
        use BinaryOperator::{And, Equal, Implies, NotEqual, Or, Xor};
        match self {
            Dialect::Native | Dialect::Bebop | Dialect::Moped => match operator {
                Equal | NotEqual => 5,
                And => 4,
                Xor => 3,
                Or => 2,
                Implies => 1,
            },
            Dialect::Boppo => match operator {
                And => 5,
                Or => 4,
                Xor => 3,
                Equal | NotEqual | Implies => 2,
            },
            Dialect::Wali => match operator {
                Equal | NotEqual => 5,
                And => 4,
                Xor => 3,
                Or | Implies => 2,
            },
        }
    }

    /// Characters beside letters, digits and `_` that plain names may have.
    pub(super) fn extra_characters(self) -> &'static str {
        match self {
            Dialect::Native | Dialect::Bebop | Dialect::Moped => "",
            Dialect::Boppo => "$#-",
            Dialect::Wali => "$",
        }
    }
}
