//! Terms as the source writes them.

use std::sync::Arc;

use super::super::form::{Form, Word};
use super::*;

fn scalar(id: u32, name: &str, kind: ScalarKind, low: i64, high: i64) -> Scalar {
    Scalar {
        id,
        name: name.into(),
        kind,
        base: (low.into(), high.into()),
    }
}

fn integer() -> Scalar {
    scalar(1, "Integer", ScalarKind::Signed, -1000, 999)
}

fn speed() -> Scalar {
    let literals = ["Slow", "Normal", "Fast"].map(str::to_owned).to_vec();
    let kind = ScalarKind::Enumeration(Arc::new(literals));
    scalar(2, "Speed", kind, 0, 2)
}

fn byte() -> Scalar {
    scalar(3, "Byte", ScalarKind::Modular, 0, 255)
}

fn boolean() -> Scalar {
    scalar(4, "Boolean", ScalarKind::Boolean, 0, 1)
}

/// X : Integer, B : Byte, Now : Speed, C : array (Speed) of Speed, and an array of records L with a
/// component A, an array by truth values of arrays of two dimensions.
fn forms() -> Vec<(&'static str, Form)> {
    let form = |parts: Vec<Part>, scalar| Form { parts, scalar };
    vec![
        ("X", form(vec![], integer())),
        ("B", form(vec![], byte())),
        ("Now", form(vec![], speed())),
        ("C", form(vec![Part::Indices(vec![speed()])], speed())),
        (
            "L.A",
            form(
                vec![
                    Part::Indices(vec![integer()]),
                    Part::Component("A".to_owned(), Arc::default(), false),
                    Part::Indices(vec![boolean()]),
                    Part::Indices(vec![integer(), speed()]),
                ],
                integer(),
            ),
        ),
    ]
}

fn text(term: &Term) -> String {
    let forms = forms();
    let word = |form| Word { form, range: None };
    Words::new(forms.iter().map(|(name, form)| (*name, word(form)))).text(term)
}

fn int(name: &str) -> Term {
    Term::variable(&Variable::new(name, Sort::Int))
}

fn array(name: &str, dimensions: usize) -> Term {
    let sort = (0..dimensions).fold(Sort::Int, |sort, _| Sort::array(sort));
    Term::variable(&Variable::new(name, sort))
}

fn less(a: Term, b: Term) -> Term {
    Term::compare(Comparison::Less, a, b)
}

#[test]
fn values_are_written_in_their_types() {
    assert_eq!(text(&less(int("Now"), Term::int(2))), "Now < Fast");
    // No literal has that position, no variable of the type that value.
    assert_eq!(text(&less(int("Now"), Term::int(3))), "Speed'Pos (Now) < 3");
    assert_eq!(text(&less(int("X"), Term::int(-5))), "X < -5");
    assert_eq!(
        text(&less(int("X"), Term::int(1000))),
        "Integer'Pos (X) < 1000"
    );
    assert_eq!(
        text(&less(int("X"), int("B"))),
        "Integer'Pos (X) < Byte'Pos (B)"
    );
    let sum = Term::arithmetic(Arithmetic::Add, int("B"), Term::int(-1));
    let rest = Term::arithmetic(Arithmetic::Modulo, sum.clone(), Term::int(256));
    assert_eq!(text(&less(rest, int("B"))), "B + 255 < B");
    // Without the remainder it is another number.
    assert_eq!(
        text(&less(sum, int("B"))),
        "Byte'Pos (B) - 1 < Byte'Pos (B)"
    );
    // The type of X goes from -1000 to 999.
    let plus = |value| {
        less(
            Term::arithmetic(Arithmetic::Add, int("X"), Term::int(value)),
            int("X"),
        )
    };
    assert_eq!(text(&plus(-999)), "X - 999 < X");
    assert_eq!(text(&plus(-1000)), "X + (-1000) < X");
}

#[test]
fn indices_are_of_the_types_of_indices() {
    let fastest = Term::select(array("C", 1), Term::int(2));
    assert_eq!(text(&Term::equal(fastest, int("Now"))), "C (Fast) = Now");
    let computed = Term::arithmetic(Arithmetic::Subtract, int("Now"), Term::int(1));
    let before = Term::select(array("C", 1), computed);
    assert_eq!(
        text(&Term::equal(before, Term::int(0))),
        "C (Speed'Val (Speed'Pos (Now) - 1)) = Slow"
    );
    let is_small = Term::if_then_else(less(int("X"), Term::int(3)), Term::int(1), Term::int(0));
    let indices = [Term::int(7), is_small, int("X"), Term::int(1)];
    let component = indices.into_iter().fold(array("L.A", 4), Term::select);
    assert_eq!(
        text(&less(component, Term::int(4))),
        "L (7).A (X < 3) (X, Normal) < 4"
    );
    let old = Term::select(array("C@entry", 1), int("Now"));
    assert_eq!(text(&Term::equal(old, Term::int(0))), "C'Old (Now) = Slow");
}

#[test]
fn bound_variables_have_the_types_of_their_uses() {
    let binder = Binder::new("K", Term::int(0), Term::int(2));
    let component = Term::select(array("C", 1), Term::variable(&binder.variable));
    let all = Term::quantified(
        Quantifier::ForAll,
        binder,
        Term::equal(component, Term::int(1)),
    );
    assert_eq!(text(&all), "(for all K in Slow .. Fast => C (K) = Normal)");
    // A name that is taken is not a name for another variable: the notation of the logic remains.
    let binder = Binder::new("X", Term::int(0), Term::int(2));
    let component = Term::select(array("C", 1), Term::variable(&binder.variable));
    let some = Term::quantified(
        Quantifier::Exists,
        binder,
        Term::equal(component, Term::int(1)),
    );
    assert_eq!(text(&some), "(for some X in 0 .. 2 => C (X) = 1)");
}

#[test]
fn assignments_name_the_component_that_changes() {
    let forms = forms();
    let word = |form| Word { form, range: None };
    let words = Words::new(forms.iter().map(|(name, form)| (*name, word(form))));
    let target = Variable::new("C", Sort::array(Sort::Int));
    let array = Term::variable(&target);
    let changed = Term::store(array, int("Now"), Term::int(2));
    assert_eq!(words.assignment(&target, &changed), "C (Now) := Fast");
    let whole = Term::constant_array(Term::int(0));
    assert_eq!(words.assignment(&target, &whole), "C := (others => 0)");
}
