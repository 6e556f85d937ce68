//! Terms as JSON and back, for what is kept from run to run.
//!
//! Whatever is read is looked at first: a text that somebody has changed gives a well-sorted term
//! or none.

use num_bigint::BigInt;
use serde_json::{Value as Json, json};

use super::sort::{Sort, Variable};
use super::term::{Arithmetic, Binder, Comparison, Quantifier, Term, TermKind};

/// Deeper terms are not written: readers of JSON go no deeper either.
const DEEPEST: usize = 100;

const COMPARISONS: [(&str, Comparison); 6] = [
    ("=", Comparison::Equal),
    ("/=", Comparison::NotEqual),
    ("<", Comparison::Less),
    ("<=", Comparison::LessEqual),
    (">", Comparison::Greater),
    (">=", Comparison::GreaterEqual),
];

const OPERATORS: [(&str, Arithmetic); 10] = [
    ("+", Arithmetic::Add),
    ("-", Arithmetic::Subtract),
    ("*", Arithmetic::Multiply),
    ("/", Arithmetic::Divide),
    ("rem", Arithmetic::Remainder),
    ("mod", Arithmetic::Modulo),
    ("**", Arithmetic::Power),
    ("bits and", Arithmetic::BitAnd),
    ("bits or", Arithmetic::BitOr),
    ("bits xor", Arithmetic::BitXor),
];

const QUANTIFIERS: [(&str, Quantifier); 2] =
    [("all", Quantifier::ForAll), ("some", Quantifier::Exists)];

/// The word for a thing, or the thing for a word.
fn word<T: PartialEq>(table: &[(&'static str, T)], wanted: &T) -> &'static str {
    let found = table.iter().find(|(_, thing)| thing == wanted);
    found.map_or("", |(word, _)| word)
}

fn meant<T: Copy>(table: &[(&'static str, T)], word: &str) -> Option<T> {
    let found = table.iter().find(|(known, _)| *known == word);
    found.map(|(_, thing)| *thing)
}

impl Term {
    /// The term as JSON: a truth value, a number as text, or a list that begins with its operator.
    /// `None` for a term that is too deep.
    pub fn to_notation(&self) -> Option<Json> {
        self.noted(DEEPEST)
    }

    fn noted(&self, depth: usize) -> Option<Json> {
        let depth = depth.checked_sub(1)?;
        let mut list: Vec<Json> = match self.kind() {
            TermKind::Bool(value) => return Some(json!(value)),
            TermKind::Int(value) => return Some(json!(value.to_string())),
            TermKind::Variable(variable) => {
                return Some(json!(["var", *variable.name, variable.sort.to_string()]));
            }
            TermKind::Not(_) => vec![json!("not")],
            TermKind::And(_) => vec![json!("and")],
            TermKind::Or(_) => vec![json!("or")],
            TermKind::Compare(comparison, ..) => vec![json!(word(&COMPARISONS, comparison))],
            TermKind::Arithmetic(operator, ..) => vec![json!(word(&OPERATORS, operator))],
            TermKind::Negate(_) => vec![json!("negate")],
            TermKind::Absolute(_) => vec![json!("abs")],
            TermKind::IfThenElse(..) => vec![json!("if")],
            TermKind::Select(..) => vec![json!("select")],
            TermKind::Store(..) => vec![json!("store")],
            TermKind::ConstantArray(_) => vec![json!("everywhere")],
            TermKind::Comprehension(binder, ..) => {
                vec![json!("array"), json!(*binder.variable.name)]
            }
            TermKind::Quantified(quantifier, binder, _) => {
                vec![
                    json!(word(&QUANTIFIERS, quantifier)),
                    json!(*binder.variable.name),
                ]
            }
            TermKind::Apply(function, _, sort) => {
                vec![json!("apply"), json!(**function), json!(sort.to_string())]
            }
        };
        for operand in self.operands() {
            list.push(operand.noted(depth)?);
        }
        Some(Json::Array(list))
    }

    /// The term that was [written](Term::to_notation) so; `None` if it is none, or not well sorted.
    pub fn from_notation(text: &Json) -> Option<Term> {
        match text {
            Json::Bool(value) => Some(Term::bool(*value)),
            Json::String(digits) => Some(Term::int(digits.parse::<BigInt>().ok()?)),
            Json::Array(list) => read_list(list),
            Json::Null | Json::Number(_) | Json::Object(_) => None,
        }
    }
}

fn read_list(list: &[Json]) -> Option<Term> {
    let (operator, rest) = list.split_first()?;
    let operator = operator.as_str()?;
    match (operator, rest) {
        ("var", [name, sort]) => {
            let variable = Variable::new(name.as_str()?, read_sort(sort)?);
            Some(Term::variable(&variable))
        }
        ("array", [name, low, high, body, otherwise]) => {
            let (body, otherwise) = (Term::from_notation(body)?, Term::from_notation(otherwise)?);
            let fits = otherwise.sort() == Sort::array(body.sort());
            let binder = read_binder(name, low, high)?;
            fits.then(|| Term::comprehension(binder, body, otherwise))
        }
        ("apply", [function, sort, arguments @ ..]) => {
            let arguments = read_all(arguments)?;
            Some(Term::apply(function.as_str()?, arguments, read_sort(sort)?))
        }
        ("all" | "some", [name, low, high, body]) => {
            let body = Term::from_notation(body).filter(|body| body.sort() == Sort::Bool)?;
            let quantifier = meant(&QUANTIFIERS, operator)?;
            let binder = read_binder(name, low, high)?;
            Some(Term::quantified(quantifier, binder, body))
        }
        (_, operands) => applied(operator, read_all(operands)?),
    }
}

/// What binds nothing.
fn applied(operator: &str, operands: Vec<Term>) -> Option<Term> {
    let sorts: Vec<Sort> = operands.iter().map(Term::sort).collect();
    let all = |sort: &Sort| sorts.iter().all(|found| found == sort);
    let operands: Result<[Term; 1], Vec<Term>> = operands.try_into();
    let operands = match operands {
        Ok([operand]) => {
            return match operator {
                "not" if all(&Sort::Bool) => Some(Term::not(operand)),
                "and" | "or" if all(&Sort::Bool) => Some(operand),
                "negate" if all(&Sort::Int) => Some(Term::negate(operand)),
                "abs" if all(&Sort::Int) => Some(Term::absolute(operand)),
                "everywhere" => Some(Term::constant_array(operand)),
                _ => None,
            };
        }
        Err(operands) => operands,
    };
    match (operator, operands.as_slice(), sorts.as_slice()) {
        ("and", _, _) if all(&Sort::Bool) => Some(Term::and(operands)),
        ("or", _, _) if all(&Sort::Bool) => Some(Term::or(operands)),
        ("if", [way, first, second], [Sort::Bool, yes, no]) if yes == no => Some(
            Term::if_then_else(way.clone(), first.clone(), second.clone()),
        ),
        ("select", [array, index], [Sort::Array(_), Sort::Int]) => {
            Some(Term::select(array.clone(), index.clone()))
        }
        ("store", [array, index, element], [Sort::Array(of), Sort::Int, sort]) if **of == *sort => {
            Some(Term::store(array.clone(), index.clone(), element.clone()))
        }
        (_, [a, b], [sort, other]) if sort == other => {
            let (a, b) = (a.clone(), b.clone());
            match (meant(&COMPARISONS, operator), meant(&OPERATORS, operator)) {
                (Some(comparison), _) => {
                    let is_equation =
                        matches!(comparison, Comparison::Equal | Comparison::NotEqual);
                    let fits = is_equation || !matches!(sort, Sort::Array(_));
                    fits.then(|| Term::compare(comparison, a, b))
                }
                (None, Some(operator)) if *sort == Sort::Int => {
                    Some(Term::arithmetic(operator, a, b))
                }
                (None, _) => None,
            }
        }
        _ => None,
    }
}

fn read_all(list: &[Json]) -> Option<Vec<Term>> {
    list.iter().map(Term::from_notation).collect()
}

fn read_binder(name: &Json, low: &Json, high: &Json) -> Option<Binder> {
    let (low, high) = (Term::from_notation(low)?, Term::from_notation(high)?);
    let fits = low.sort() == Sort::Int && high.sort() == Sort::Int;
    let name = name.as_str()?;
    fits.then(|| Binder::new(name, low, high))
}

/// A sort as its own print says it.
fn read_sort(text: &Json) -> Option<Sort> {
    let mut text = text.as_str()?;
    let mut dimensions = 0;
    while let Some(inner) = text.strip_prefix("(Array Int ") {
        text = inner.strip_suffix(')')?;
        dimensions += 1;
        if dimensions > DEEPEST {
            return None;
        }
    }
    let scalar = [Sort::Bool, Sort::Int]
        .into_iter()
        .find(|sort| sort.to_string() == text)?;
    Some((0..dimensions).fold(scalar, |sort, _| Sort::array(sort)))
}

#[cfg(test)]
mod tests {
    use quickcheck::{Arbitrary, Gen, quickcheck};

    use super::*;

    fn variable(name: &str, sort: Sort) -> Term {
        Term::variable(&Variable::new(name, sort))
    }

    /// Any term of a sort, of all shapes there are.
    fn arbitrary(g: &mut Gen, sort: &Sort, depth: usize) -> Term {
        let shape = if depth == 0 { 0 } else { u8::arbitrary(g) % 7 };
        let mut of = |sort: &Sort| arbitrary(g, sort, depth.saturating_sub(1));
        let (int, bool) = (Sort::Int, Sort::Bool);
        match (sort, shape) {
            (Sort::Bool, 1) => Term::not(of(&bool)),
            (Sort::Bool, 2) => Term::and([of(&bool), of(&bool), of(&bool)]),
            (Sort::Bool, 3) => Term::or([of(&bool), of(&bool)]),
            (Sort::Bool, 4) => Term::compare(Comparison::LessEqual, of(&int), of(&int)),
            (Sort::Bool, 5) => {
                let binder = Binder::new("I", of(&int), of(&int));
                Term::quantified(Quantifier::Exists, binder, of(&bool))
            }
            (Sort::Bool, 6) => Term::equal(of(&Sort::array(int.clone())), of(&Sort::array(int))),
            (Sort::Bool, _) => variable("B", Sort::Bool),
            (Sort::Int, 1) => Term::negate(of(&int)),
            (Sort::Int, 2) => Term::absolute(of(&int)),
            (Sort::Int, 3) => Term::arithmetic(Arithmetic::Modulo, of(&int), of(&int)),
            (Sort::Int, 4) => Term::if_then_else(of(&bool), of(&int), of(&int)),
            (Sort::Int, 5) => Term::select(of(&Sort::array(int.clone())), of(&int)),
            (Sort::Int, 6) => Term::apply("F", vec![of(&int), of(&bool)], int),
            (Sort::Int, _) if depth.is_multiple_of(2) => Term::int(-7),
            (Sort::Int, _) => variable("N@entry", Sort::Int),
            (Sort::Array(element), 1 | 2) => Term::store(of(sort), of(&int), of(element)),
            (Sort::Array(element), 3) => Term::constant_array(of(element)),
            (Sort::Array(element), 4) => {
                let binder = Binder::new("J", of(&int), of(&int));
                Term::comprehension(binder, of(element), of(sort))
            }
            (Sort::Array(_), _) => variable("A", sort.clone()),
        }
    }

    #[derive(Debug, Clone)]
    struct Sample(Term);

    impl Arbitrary for Sample {
        fn arbitrary(g: &mut Gen) -> Sample {
            let matrix = Sort::array(Sort::array(Sort::Int));
            let sorts = [Sort::Bool, Sort::Int, Sort::array(Sort::Bool), matrix];
            let sort = g.choose(&sorts).cloned().unwrap_or(Sort::Bool);
            Sample(arbitrary(g, &sort, 4))
        }
    }

    quickcheck! {
        fn what_is_written_is_read_again(sample: Sample) -> bool {
            let Some(written) = sample.0.to_notation() else {
                return false;
            };
            let text = written.to_string();
            let read = serde_json::from_str(&text).ok();
            read.as_ref().and_then(Term::from_notation) == Some(sample.0)
        }

        /// Whatever one character of a text becomes: no panic, and a term only if well sorted.
        fn a_changed_text_is_a_term_or_none(sample: Sample, at: usize, by: char) -> bool {
            let Some(written) = sample.0.to_notation() else {
                return false;
            };
            let mut text: Vec<char> = written.to_string().chars().collect();
            let at = at % text.len();
            text[at] = by;
            let text: String = text.into_iter().collect();
            let Ok(json) = serde_json::from_str(&text) else {
                return true;
            };
            Term::from_notation(&json).is_none_or(|term| term.to_notation().is_some())
        }
    }

    #[test]
    fn what_is_not_well_sorted_is_no_term() {
        for text in [
            r#"["not", "1"]"#,
            r#"["and", true, "1"]"#,
            r#"["<", true, "1"]"#,
            r#"["+", true, false]"#,
            r#"["select", "1", "2"]"#,
            r#"["store", ["everywhere", true], "2", "3"]"#,
            r#"["if", true, "1", false]"#,
            r#"["var", "X", "Real"]"#,
            r#"["all", "I", true, "2", false]"#,
            r#"["<", ["everywhere", "1"], ["everywhere", "2"]]"#,
            r#"["everywhere"]"#,
            r"{}",
        ] {
            let json = serde_json::from_str(text).unwrap();
            assert_eq!(Term::from_notation(&json), None, "{text}");
        }
    }

    #[test]
    fn what_is_too_deep_is_not_written() {
        let x = variable("X", Sort::Int);
        let deep = (0..200).fold(x, |term, _| {
            Term::arithmetic(Arithmetic::Add, Term::int(1), term)
        });
        assert_eq!(deep.to_notation(), None);
    }
}
