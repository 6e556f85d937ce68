//! Literals.

use num_bigint::BigInt;

use super::ast::ExpressionKind;

/// How many digits a literal may have, its exponent written out.
const MAX_DIGITS: usize = 1000;

/// An integer or real literal; `None` if it is none or too long.
pub(super) fn number(text: &str) -> Option<ExpressionKind> {
    if text.contains('.') {
        let is_real = text.len() <= MAX_DIGITS;
        return is_real.then(|| ExpressionKind::Real(text.to_owned()));
    }
    integer(text).map(ExpressionKind::Integer)
}

/// The value of an integer literal: `1_000`, `16#FF#`, `2#1#E8`.
fn integer(text: &str) -> Option<BigInt> {
    if let Ok(value) = text.parse::<u32>() {
        return Some(BigInt::from(value));
    }
    let text = text.replace('_', "").to_ascii_lowercase();
    let (base, digits, exponent) = if let Some((base, rest)) = text.split_once('#') {
        let (digits, exponent) = rest.split_once('#')?;
        let exponent = match exponent.strip_prefix('e') {
            Some(exponent) => exponent,
            None if exponent.is_empty() => "0",
            None => return None,
        };
        (base.parse().ok()?, digits, exponent)
    } else {
        let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        (10, digits, exponent)
    };
    let exponent: u32 = exponent.parse().ok()?;
    let fits = digits.len() + exponent as usize <= MAX_DIGITS;
    if !fits || !(2..=16).contains(&base) {
        return None;
    }
    let value = BigInt::parse_bytes(digits.as_bytes(), base)?;
    Some(value * BigInt::from(base).pow(exponent))
}

/// `"a ""b"" c"` or `'A'`
pub(super) fn quoted(text: &str) -> Option<ExpressionKind> {
    if let Some(inner) = text.strip_prefix('"') {
        let inner = inner.strip_suffix('"')?;
        return Some(ExpressionKind::String(inner.replace("\"\"", "\"")));
    }
    let mut characters = text.strip_prefix('\'')?.chars();
    characters.next().map(ExpressionKind::Character)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_of_every_form() {
        let table = [
            ("0", Some(0)),
            ("1_000", Some(1000)),
            ("16#fF#", Some(255)),
            ("2#1#e8", Some(256)),
            ("1E3", Some(1000)),
            ("1E+3", Some(1000)),
            ("17#0#", None),
            ("2#2#", None),
            ("1E-3", None),
            ("1E4000000000", None),
        ];
        for (text, value) in table {
            assert_eq!(integer(text), value.map(BigInt::from), "{text}");
        }
    }

    #[test]
    fn quotes_are_taken_off() {
        let string = |text| match quoted(text) {
            Some(ExpressionKind::String(text)) => text,
            other => panic!("{other:?}"),
        };
        assert_eq!(string("\"a \"\"b\"\"\""), "a \"b\"");
        assert_eq!(string("\"\""), "");
        assert!(matches!(
            quoted("'''"),
            Some(ExpressionKind::Character('\''))
        ));
    }
}
