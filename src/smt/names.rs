//! Names that every solver reads: ASCII only, and never one of ours for one of the user's.

use std::fmt::Write as _;

use crate::logic::Variable;

/// The variable's name, quoted: `|X@1|`.
///
/// Injective, and different from every symbol of the prelude, from the atoms `a0`, `a1`, … and from
/// what `function_to_smt` and `auxiliary` make.
pub fn variable_to_smt(variable: &Variable) -> String {
    let name = &variable.name;
    let is_ours = name.starts_with("ada_")
        || name
            .strip_prefix('a')
            .is_some_and(|rest| rest.chars().all(|c| c.is_ascii_digit()));
    let mut text = String::from("|");
    for (at, c) in name.chars().enumerate() {
        push_character(c, at == 0 && is_ours, &mut text);
    }
    text.push('|');
    text
}

/// The name of an uninterpreted function: `|F()|`.
pub(super) fn function_to_smt(name: &str) -> String {
    let mut text = String::from("|");
    for c in name.chars() {
        push_character(c, false, &mut text);
    }
    text.push_str("()|");
    text
}

/// A symbol of the printer's own: `|{3}|`.
pub(super) fn auxiliary(number: usize) -> String {
    format!("|{{{number}}}|")
}

#[allow(clippy::fn_params_excessive_bools)] // whether the character is one that must be rewritten
fn push_character(c: char, rewritten: bool, text: &mut String) {
    if (c.is_ascii_alphanumeric() || "_.@' ".contains(c)) && !rewritten {
        text.push(c);
    } else {
        let _ = write!(text, "~{:x}~", u32::from(c));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::Sort;

    #[test]
    fn names_are_ascii_and_distinct() {
        let name = |text: &str| variable_to_smt(&Variable::new(text, Sort::Int));
        assert_eq!(name("X@1"), "|X@1|");
        assert_eq!(name("Größe"), "|Gr~f6~~df~e|");
        assert_ne!(name("a|b"), name("a~7c~b"));
        assert_eq!(name("a12"), "|~61~12|");
        assert_eq!(name("ada_div"), "|~61~da_div|");
        assert_eq!(name("all"), "|all|");
    }
}
