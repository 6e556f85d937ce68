//! What solvers answer: s-expressions, and the values they stand for.

use std::collections::BTreeSet;
use std::io::{self, BufRead, Read as _};

use num_bigint::BigInt;

use crate::logic::{ArrayValue, Sort, Value};

/// An s-expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Expression {
    /// A symbol, a number or a string, as written.
    Atom(String),
    /// What stands in parentheses.
    List(Vec<Expression>),
}

/// No answer is longer, in bytes.
const LONGEST: usize = 64 << 20;
/// No answer has more parentheses around one place: what is read is gone through by recursion.
const DEEPEST: usize = 4096;

/// What is open at a place in the text of an expression.
#[derive(Default)]
struct Openness {
    depth: usize,
    quote: Option<u8>,
}

/// Reads the text of one expression, which may take several lines, and the rest of its last line.
///
/// `None` if the input ends before the expression does.
pub(super) fn read_expression(input: &mut impl BufRead) -> io::Result<Option<String>> {
    read_expression_within(input, LONGEST)
}

fn read_expression_within(input: &mut impl BufRead, most: usize) -> io::Result<Option<String>> {
    let mut text = Vec::new();
    let mut openness = Openness::default();
    loop {
        let start = text.len();
        let room = u64::try_from(most.saturating_sub(start)).unwrap_or(u64::MAX);
        let read = input.by_ref().take(room).read_until(b'\n', &mut text)?;
        if text.last() != Some(&b'\n') || read == 0 {
            if text.len() < most {
                return Ok(None);
            }
            let message = format!("it answered more than {most} bytes at once");
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        }
        if text.trim_ascii().is_empty() {
            text.truncate(start);
            continue;
        }
        openness.go_on(&text[start..]);
        if openness.is_over() {
            let text = String::from_utf8(text);
            // What is no text is no answer either, and shows as such.
            let text =
                text.unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned());
            return Ok(Some(text));
        }
    }
}

impl Openness {
    /// The same behind some more text.
    fn go_on(&mut self, text: &[u8]) {
        for &c in text {
            match (self.quote, c) {
                (Some(open), _) if c == open => self.quote = None,
                (None, b'"' | b'|') => self.quote = Some(c),
                (None, b'(') => self.depth += 1,
                // One too many is for the parser to complain of.
                (None, b')') => self.depth = self.depth.saturating_sub(1),
                (_, _) => {}
            }
        }
    }

    /// Whether no parenthesis, string or quoted symbol is open.
    fn is_over(&self) -> bool {
        self.depth == 0 && self.quote.is_none()
    }
}

impl Expression {
    /// The one expression in the text.
    pub(super) fn parse(text: &str) -> Option<Expression> {
        let mut open: Vec<Vec<Expression>> = vec![Vec::new()];
        let mut rest = text.trim_start();
        while let Some(first) = rest.chars().next() {
            let length = match first {
                '(' if open.len() > DEEPEST => return None,
                '(' => {
                    open.push(Vec::new());
                    1
                }
                ')' => {
                    let list = open.pop()?;
                    open.last_mut()?.push(Expression::List(list));
                    1
                }
                '"' | '|' => rest[1..].find(first)? + 2,
                _ => rest
                    .find(|c: char| c.is_whitespace() || "()\"|".contains(c))
                    .unwrap_or(rest.len()),
            };
            if !"()".contains(first) {
                open.last_mut()?
                    .push(Expression::Atom(rest[..length].to_owned()));
            }
            rest = rest[length..].trim_start();
        }
        let found = open.pop()?;
        let [only] = <[Expression; 1]>::try_from(found).ok()?;
        open.is_empty().then_some(only)
    }

    /// The pairs of an answer to `get-value`.
    pub(super) fn pairs(self) -> Option<Vec<(Expression, Expression)>> {
        let Expression::List(pairs) = self else {
            return None;
        };
        pairs
            .into_iter()
            .map(|pair| match pair {
                Expression::List(pair) => <[Expression; 2]>::try_from(pair).ok().map(Into::into),
                Expression::Atom(_) => None,
            })
            .collect()
    }

    /// The value of the given sort that is written here, if it can be understood.
    pub(super) fn value(&self, sort: &Sort) -> Option<Value> {
        let value = evaluate(self, &Scope::Empty)?;
        (value.sort() == *sort).then_some(value)
    }
}

/// Local names and their values, innermost first.
enum Scope<'a> {
    Empty,
    Name(&'a str, &'a Value, &'a Scope<'a>),
}

impl Scope<'_> {
    fn get(&self, name: &str) -> Option<&Value> {
        match self {
            Scope::Empty => None,
            Scope::Name(known, value, _) if *known == name => Some(value),
            Scope::Name(_, _, outer) => outer.get(name),
        }
    }
}

/// The values models are made of: numbers, truth values, arrays by updates or by a lambda that
/// tells finitely many indices apart.
fn evaluate(expression: &Expression, scope: &Scope<'_>) -> Option<Value> {
    let list = match expression {
        Expression::Atom(text) => {
            return match text.as_str() {
                "true" => Some(Value::Bool(true)),
                "false" => Some(Value::Bool(false)),
                name => match scope.get(name) {
                    Some(value) => Some(value.clone()),
                    None => literal(name),
                },
            };
        }
        Expression::List(list) => list.as_slice(),
    };
    let at = |index: usize| evaluate(&list[index], scope);
    let integer = |index: usize| match at(index)? {
        Value::Int(value) => Some(value),
        Value::Bool(_) | Value::Array(_) => None,
    };
    let truth = |value: Value| match value {
        Value::Bool(value) => Some(value),
        Value::Int(_) | Value::Array(_) => None,
    };
    let [Expression::Atom(head), arguments @ ..] = list else {
        return constant_array(list, scope);
    };
    let compare =
        |holds: fn(&BigInt, &BigInt) -> bool| Some(Value::Bool(holds(&integer(1)?, &integer(2)?)));
    let mut truths = arguments
        .iter()
        .map(|part| evaluate(part, scope).and_then(truth));
    match (head.as_str(), arguments) {
        ("-", [_]) => Some(Value::Int(-integer(1)?)),
        ("_", [Expression::Atom(name), Expression::Atom(width)]) => {
            let digits = name.strip_prefix("bv")?;
            signed(digits, 10, width.parse().ok()?)
        }
        ("store", [_, _, _]) => {
            let Value::Array(array) = at(1)? else {
                return None;
            };
            Some(Value::Array(array.with(integer(2)?, at(3)?)))
        }
        ("ite", [_, _, _]) => at(if truth(at(1)?)? { 2 } else { 3 }),
        ("not", [_]) => Some(Value::Bool(!truth(at(1)?)?)),
        ("and", _) => Some(Value::Bool(
            truths.try_fold(true, |all, next| Some(all & next?))?,
        )),
        ("or", _) => Some(Value::Bool(
            truths.try_fold(false, |some, next| Some(some | next?))?,
        )),
        ("=", [_, _]) => Some(Value::Bool(at(1)? == at(2)?)),
        ("<=", [_, _]) => compare(|a, b| a <= b),
        (">=", [_, _]) => compare(|a, b| a >= b),
        ("<", [_, _]) => compare(|a, b| a < b),
        (">", [_, _]) => compare(|a, b| a > b),
        ("let", [Expression::List(bindings), body]) => bound(bindings, body, scope, scope),
        ("lambda", [Expression::List(variables), body]) => lambda(variables, body, scope),
        _ => None,
    }
}

/// A number: `12`, or the bit vectors `#b0101` and `#x1f`.
fn literal(text: &str) -> Option<Value> {
    if let Some(digits) = text.strip_prefix("#b") {
        signed(digits, 2, digits.len())
    } else if let Some(digits) = text.strip_prefix("#x") {
        signed(digits, 16, 4 * digits.len())
    } else {
        unsigned(text, 10).map(Value::Int)
    }
}

fn unsigned(digits: &str, radix: u32) -> Option<BigInt> {
    let is_number = !digits.is_empty() && digits.chars().all(|c| c.is_digit(radix));
    BigInt::parse_bytes(digits.as_bytes(), radix).filter(|_| is_number)
}

/// What a bit vector of the given width is as two's complement, which is how all are used.
fn signed(digits: &str, radix: u32, width: usize) -> Option<Value> {
    let value = unsigned(digits, radix)?;
    let is_negative = width > 0 && value.bit(u64::try_from(width - 1).ok()?);
    let offset = BigInt::from(u8::from(is_negative)) << width;
    Some(Value::Int(value - offset))
}

/// `((as const (Array Int Int)) 0)`
fn constant_array(list: &[Expression], scope: &Scope<'_>) -> Option<Value> {
    let [Expression::List(function), element] = list else {
        return None;
    };
    let [Expression::Atom(word), Expression::Atom(name), _] = function.as_slice() else {
        return None;
    };
    let is_constant = word == "as" && name == "const";
    let element = evaluate(element, scope)?;
    is_constant.then(|| Value::Array(ArrayValue::constant(element)))
}

/// A `let`: the bindings, one after the other, speak of the scope around it.
fn bound(
    bindings: &[Expression],
    body: &Expression,
    outer: &Scope<'_>,
    inner: &Scope<'_>,
) -> Option<Value> {
    let [first, rest @ ..] = bindings else {
        return evaluate(body, inner);
    };
    let Expression::List(binding) = first else {
        return None;
    };
    let [Expression::Atom(name), value] = binding.as_slice() else {
        return None;
    };
    let value = evaluate(value, outer)?;
    bound(rest, body, outer, &Scope::Name(name, &value, inner))
}

/// An array that treats all indices alike except those whose numbers occur in its body.
fn lambda(variables: &[Expression], body: &Expression, scope: &Scope<'_>) -> Option<Value> {
    let [Expression::List(variable)] = variables else {
        return None;
    };
    let [Expression::Atom(name), Expression::Atom(sort)] = variable.as_slice() else {
        return None;
    };
    if sort != "Int" {
        return None;
    }
    let element = |index: &BigInt| {
        let index = Value::Int(index.clone());
        evaluate(body, &Scope::Name(name, &index, scope))
    };
    let mut numbers = BTreeSet::new();
    collect_numbers(body, &mut numbers);
    // A comparison with a number splits there: the numbers beside it may be the ends of a piece.
    let mut special: BTreeSet<BigInt> = numbers
        .iter()
        .flat_map(|n| [n - 1, n.clone(), n + 1])
        .collect();
    special.insert(BigInt::from(0));
    let (first, last) = (special.first()?.clone(), special.last()?.clone());
    let default = element(&(&last + 1))?;
    if element(&(&first - 1))? != default || last.clone() - &first > BigInt::from(4096) {
        return None;
    }
    let mut array = ArrayValue::constant(default);
    let mut index = first;
    while index <= last {
        let value = element(&index)?;
        array.set(index.clone(), value);
        index += 1;
    }
    Some(Value::Array(array))
}

fn collect_numbers(expression: &Expression, found: &mut BTreeSet<BigInt>) {
    match expression {
        Expression::Atom(text) => {
            if let Some(Value::Int(number)) = literal(text) {
                found.insert(-number.clone());
                found.insert(number);
            }
        }
        Expression::List(list) => list.iter().for_each(|part| collect_numbers(part, found)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str, sort: &Sort) -> Option<String> {
        let expression = Expression::parse(text)?;
        expression.value(sort).map(|value| value.to_string())
    }

    #[test]
    fn values_as_solvers_write_them() {
        let array = Sort::array(Sort::Int);
        for (text, sort, expected) in [
            ("true", Sort::Bool, Some("True")),
            ("(- 5)", Sort::Int, Some("-5")),
            ("#x1f", Sort::Int, Some("31")),
            ("(_ bv5 8)", Sort::Int, Some("5")),
            ("(_ bv255 8)", Sort::Int, Some("-1")),
            ("#b1000", Sort::Int, Some("-8")),
            ("5", Sort::Bool, None),
            ("x", Sort::Int, None),
            (
                "(store ((as const (Array Int Int)) 7) 3 (- 1))",
                array.clone(),
                Some("(3 => -1, others => 7)"),
            ),
            (
                "(let ((a!1 (store ((as const (Array Int Int)) 7) 3 1))) (store a!1 4 2))",
                array.clone(),
                Some("(3 => 1, 4 => 2, others => 7)"),
            ),
            (
                "(lambda ((x!1 Int)) (ite (= x!1 2) 5 (ite (and (<= (- 1) x!1) (<= x!1 0)) 6 7)))",
                array.clone(),
                Some("(-1 => 6, 0 => 6, 2 => 5, others => 7)"),
            ),
            (
                "(lambda ((x!1 Int)) (ite (<= x!1 2) 5 7))",
                array.clone(),
                None,
            ),
            ("(_ as-array k!0)", array, None),
        ] {
            assert_eq!(value(text, &sort).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn expressions_end_where_they_end() {
        let mut input = "\n(a |(|\n \")\" b)\nsat\n(half".as_bytes();
        let mut next = || read_expression(&mut input).unwrap();
        assert_eq!(next().as_deref(), Some("(a |(|\n \")\" b)\n"));
        assert_eq!(next().as_deref(), Some("sat\n"));
        assert_eq!(next(), None);
        for broken in ["", "(a", "a)", "(a))", "a b", "\"a"] {
            assert_eq!(Expression::parse(broken), None, "{broken}");
        }
    }

    #[test]
    fn answers_have_an_end() {
        let read = |text: &str| read_expression_within(&mut text.as_bytes(), 100);
        let of_length = |length: usize| format!("{}\n", "x".repeat(length - 1));
        assert_eq!(read(&of_length(100)).unwrap(), Some(of_length(100)));
        for endless in [of_length(101), "(\n".repeat(60), "x".repeat(200)] {
            let error = read(&endless).unwrap_err();
            assert_eq!(error.to_string(), "it answered more than 100 bytes at once");
        }
        // Empty lines are no answer, however many there are.
        assert_eq!(read(&"\n".repeat(500)).unwrap(), None);
        assert_eq!(read("half").unwrap(), None);
    }

    /// Many lines take as long as they are, not as the square of that.
    #[test]
    fn long_answers_are_read_once() {
        let lines = 1_000_000;
        let text = format!("(\n{})\n", "(a b)\n".repeat(lines));
        let begun = std::time::Instant::now();
        let read = read_expression(&mut text.as_bytes()).unwrap();
        assert_eq!(read.as_deref(), Some(text.as_str()));
        let took = begun.elapsed();
        assert!(took < std::time::Duration::from_secs(20), "{took:?}");
    }

    #[test]
    fn what_is_nested_too_deep_is_no_expression() {
        let nested = |depth: usize| format!("{}{}", "(".repeat(depth), ")".repeat(depth));
        assert!(Expression::parse(&nested(DEEPEST)).is_some());
        assert!(Expression::parse(&nested(1_000_000)).is_none());
    }
}
