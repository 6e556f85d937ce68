//! Solvers and exhaustive evaluation answer the same questions alike.

use super::{Answer, Context, ExhaustiveOracle, Literal, Oracle, SolverProcess, referees};
use crate::logic::{Arithmetic, Binder, Comparison, Quantifier, Sort, Term, Variable};

const LOW: i64 = -2;
const HIGH: i64 = 2;

fn integer(name: &str) -> Term {
    Term::variable(&Variable::new(name, Sort::Int))
}

fn array(name: &str) -> Term {
    Term::variable(&Variable::new(name, Sort::array(Sort::Int)))
}

fn binder(low: Term, high: Term) -> Binder {
    Binder::new("I", low, high)
}

/// Every element of the array between the bounds is between them too.
fn array_facts(array: &Term) -> Term {
    let index = binder(Term::int(LOW), Term::int(HIGH));
    let element = Term::select(array.clone(), integer("I"));
    let small = Term::between(&element, Term::int(LOW), Term::int(HIGH));
    Term::quantified(Quantifier::ForAll, index, small)
}

fn small(name: &str) -> Term {
    Term::between(&integer(name), Term::int(LOW), Term::int(HIGH))
}

/// Every atom of the context, by itself and negated, and all pairs, of which z3 must decide at
/// least so many.
///
/// cvc5 judges where neither recursion nor quantifiers, with which it takes for ever, are left.
fn agree(context: &Context, decidable: usize) {
    let mut referee = ExhaustiveOracle::new(LOW, HIGH);
    referee.begin(context).unwrap();
    let text = context.to_string();
    let is_simple = !["define-fun-rec", "forall", "exists", "lambda"]
        .iter()
        .any(|word| text.contains(word));
    for command in referees() {
        if command.contains("cvc5") && !is_simple {
            continue;
        }
        let mut solver = SolverProcess::new(&command);
        solver.begin(context).unwrap();
        let literals: Vec<Literal> = (0..context.atoms.len())
            .flat_map(|atom| [Literal::positive(atom), Literal::negative(atom)])
            .collect();
        let mut decided = 0;
        for first in &literals {
            for second in &literals {
                let question = [*first, *second];
                let found = solver.ask(&question).unwrap();
                let expected = referee.ask(&question).unwrap();
                match found {
                    Answer::Unknown(_) => continue,
                    Answer::Satisfiable(_) | Answer::Unsatisfiable(_) => decided += 1,
                }
                assert_eq!(
                    std::mem::discriminant(&found),
                    std::mem::discriminant(&expected),
                    "{command} about {question:?} in\n{context}",
                );
            }
        }
        assert!(
            command.contains("cvc5") || decided >= decidable,
            "{command} decided {decided} in\n{context}"
        );
    }
}

#[test]
fn powers() {
    let (x, y) = (integer("X"), integer("Y"));
    let power = |a: &Term, b: Term| Term::arithmetic(Arithmetic::Power, a.clone(), b);
    agree(
        &Context {
            facts: vec![small("X"), small("Y")],
            atoms: vec![
                Term::equal(power(&x, Term::int(3)), Term::int(-8)),
                Term::equal(power(&x, y.clone()), Term::int(1)),
                Term::compare(Comparison::Less, power(&x, y), integer("X")),
                Term::equal(power(&x, Term::int(0)), Term::int(1)),
                Term::equal(power(&x, Term::int(-1)), x.clone()),
            ],
        },
        100,
    );
}

#[test]
fn bits() {
    let (x, y) = (integer("X"), integer("Y"));
    let mut atoms = vec![
        Term::compare(Comparison::Less, x.clone(), Term::int(0)),
        Term::compare(Comparison::Less, y.clone(), Term::int(1)),
    ];
    for operator in [Arithmetic::BitAnd, Arithmetic::BitOr, Arithmetic::BitXor] {
        let bits = |a: &Term, b: &Term| Term::arithmetic(operator, a.clone(), b.clone());
        atoms.push(Term::equal(bits(&x, &y), Term::int(2)));
        atoms.push(Term::equal(bits(&x, &Term::int(5)), Term::int(4)));
        atoms.push(Term::equal(bits(&Term::int(-2), &x), Term::int(-2)));
    }
    agree(
        &Context {
            facts: vec![small("X"), small("Y")],
            atoms,
        },
        484,
    );
}

// What two numbers have in common is no larger than either, what they have together no smaller.
#[test]
fn bits_of_any_numbers_are_bounded() {
    let (x, y) = (integer("X"), integer("Y"));
    let natural = |term: &Term| Term::compare(Comparison::GreaterEqual, term.clone(), Term::int(0));
    let bits = |operator| Term::arithmetic(operator, x.clone(), y.clone());
    let most = |a: Term, b: &Term| Term::compare(Comparison::LessEqual, a, b.clone());
    let sum = Term::arithmetic(Arithmetic::Add, x.clone(), y.clone());
    let always = [
        most(bits(Arithmetic::BitAnd), &x),
        most(bits(Arithmetic::BitAnd), &y),
        most(x.clone(), &bits(Arithmetic::BitOr)),
        most(bits(Arithmetic::BitOr), &sum),
        most(bits(Arithmetic::BitXor), &sum),
    ];
    for command in referees() {
        let mut solver = SolverProcess::new(&command);
        for condition in &always {
            let context = Context {
                facts: vec![natural(&x), natural(&y), Term::not(condition.clone())],
                atoms: Vec::new(),
            };
            solver.begin(&context).expect("it answers");
            let answer = solver.ask(&[]).expect("it answers");
            assert!(answer.is_unsatisfiable(), "{command}: {condition}");
        }
    }
}

#[test]
fn truth_values_are_ordered() {
    let truth = |name: &str| Term::variable(&Variable::new(name, Sort::Bool));
    let atoms = [
        Comparison::Less,
        Comparison::LessEqual,
        Comparison::Greater,
        Comparison::GreaterEqual,
        Comparison::Equal,
        Comparison::NotEqual,
    ]
    .map(|comparison| Term::compare(comparison, truth("P"), truth("Q")));
    agree(
        &Context {
            facts: Vec::new(),
            atoms: atoms.to_vec(),
        },
        144,
    );
}

#[test]
fn arrays_and_quantifiers() {
    let (x, a) = (integer("X"), array("A"));
    let changed = Term::store(a.clone(), x.clone(), Term::int(1));
    let index = integer("I");
    let shifted = Term::comprehension(
        binder(x.clone(), Term::int(1)),
        Term::select(
            a.clone(),
            Term::arithmetic(Arithmetic::Add, index.clone(), Term::int(1)),
        ),
        Term::constant_array(x.clone()),
    );
    let sorted = Term::quantified(
        Quantifier::ForAll,
        binder(x.clone(), Term::int(1)),
        Term::compare(
            Comparison::LessEqual,
            Term::select(a.clone(), index.clone()),
            Term::select(shifted.clone(), index.clone()),
        ),
    );
    let some = Term::quantified(
        Quantifier::Exists,
        binder(Term::int(LOW), x.clone()),
        Term::equal(Term::select(a.clone(), index.clone()), index.clone()),
    );
    agree(
        &Context {
            facts: vec![small("X"), array_facts(&a)],
            atoms: vec![
                Term::equal(Term::select(changed.clone(), Term::int(0)), Term::int(1)),
                Term::equal(Term::select(a.clone(), x), Term::int(2)),
                Term::equal(changed, a.clone()),
                Term::equal(Term::select(shifted, Term::int(0)), Term::int(-1)),
                sorted,
                some,
            ],
        },
        144,
    );
}

/// Comprehensions that no expansion and no lookup removes, one inside the other's element.
#[test]
fn comprehensions_as_arrays() {
    let (x, a) = (integer("X"), array("A"));
    let slid = Term::comprehension(
        Binder::new("J", Term::int(0), x.clone()),
        Term::select(
            a.clone(),
            Term::arithmetic(Arithmetic::Subtract, integer("J"), integer("I")),
        ),
        a.clone(),
    );
    let all = Term::quantified(
        Quantifier::ForAll,
        binder(Term::int(0), x.clone()),
        Term::equal(slid, a.clone()),
    );
    let filled = Term::comprehension(
        Binder::new("J", Term::int(0), x.clone()),
        integer("J"),
        a.clone(),
    );
    agree(
        &Context {
            facts: vec![small("X"), array_facts(&a)],
            atoms: vec![
                all,
                Term::equal(filled, a),
                Term::compare(Comparison::Less, x, Term::int(1)),
            ],
        },
        30,
    );
}

/// A function gives equal arguments equal values, and nothing else is known of it.
#[test]
fn uninterpreted_functions() {
    let apply = |argument: Term| Term::apply("F", vec![argument], Sort::Int);
    let (x, y) = (integer("X"), integer("Y"));
    let context = Context {
        facts: vec![Term::apply("Valid", Vec::new(), Sort::Bool)],
        atoms: vec![
            Term::equal(x.clone(), y.clone()),
            Term::equal(apply(x), apply(y)),
            Term::apply("Valid", Vec::new(), Sort::Bool),
        ],
    };
    for command in referees() {
        let mut solver = SolverProcess::new(&command);
        solver.begin(&context).unwrap();
        for (equal, same, possible) in [
            (true, true, true),
            (true, false, false),
            (false, true, true),
            (false, false, true),
        ] {
            let literal = |atom, positive| Literal { atom, positive };
            let question = [literal(0, equal), literal(1, same)];
            let found = solver.ask(&question).unwrap();
            assert_eq!(matches!(found, Answer::Satisfiable(_)), possible);
        }
        assert_eq!(
            solver.ask(&[Literal::negative(2)]).unwrap(),
            Answer::Unsatisfiable(vec![Literal::negative(2)])
        );
    }
}
