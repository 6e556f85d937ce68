//! The spellings of Boolean programs: which reader or printer is meant.

use super::ast::BinaryOperator;
use super::lexer::{Lexer, Token};

/// A family of tools that share a syntax.
///
/// One grammar reads them all, because what one of them has another does not contradict. They
/// differ where the same text means something else: in the precedence of operators and in what
/// characters a name may have.
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

/// The dialect a text is most likely in, by words that only one family of readers knows.
///
/// `dfs`, `abortif`, `dead` and names with `#` or `-` are Boppo's; names with `$` too, but beside
/// names in braces they are WALi's; `schoose` and `constrain (..)` without an assignment belong to
/// Moped. Everything else is read as the native dialect, whose grammar has the others' constructs;
/// where precedence might matter, name the dialect.
pub fn recognise(text: &str) -> Dialect {
    let telling = [
        "dfs",
        "abortif",
        "dead",
        "schoose",
        "constrain",
        "$",
        "#",
        "-",
    ];
    if !telling.iter().any(|word| text.contains(word)) {
        return Dialect::Native;
    }
    let mut found = Dialect::Native;
    let mut lexer = Lexer::new(text, Dialect::Boppo.extra_characters());
    let mut before = Token::End;
    let (mut braces, mut dollars) = (false, false);
    while let Ok((token, _)) = lexer.next() {
        match &token {
            Token::End => break,
            Token::Word("dfs" | "abortif" | "dead") => return Dialect::Boppo,
            Token::Word("schoose") => found = Dialect::Moped,
            Token::Word("constrain") if before == Token::Symbol(";") => found = Dialect::Moped,
            Token::Word(name) if name.contains(['#', '-']) => return Dialect::Boppo,
            Token::Word(name) => dollars |= name.contains('$'),
            Token::Braced(_) => braces = true,
            Token::Number(_) | Token::Symbol(_) => {}
        }
        before = token;
    }
    match (dollars, braces) {
        (true, true) => Dialect::Wali,
        (true, false) => Dialect::Boppo,
        (false, _) => found,
    }
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
