//! Horn clauses: are there relations that satisfy all of them? z3's Spacer answers, and shows them.

use std::collections::{BTreeMap, BTreeSet};

use super::dialect::Dialect;
use super::dialogue::{Breach, Dialogue, Satisfiability, no_answer};
use super::expression::Expression;
use super::names::variable_to_smt;
use super::prelude::{BITS, POWER, PRELUDE};
use super::print::Printer;
use crate::logic::{Arithmetic, Comparison, Sort, Term, Variable};

/// Clauses over unknown relations.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HornSystem {
    /// The unknown relations, by the variables that stand for their places.
    pub relations: Vec<Vec<Variable>>,
    /// What must hold for all values of all variables.
    pub clauses: Vec<Clause>,
}

/// If all premises and conditions hold, so does the conclusion.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clause {
    /// Relations that hold.
    pub premises: Vec<Application>,
    /// Terms that hold.
    pub conditions: Vec<Term>,
    /// The relation that holds then; `None` if this must not be.
    pub conclusion: Option<Application>,
}

/// A relation between the values of terms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Application {
    /// Index into [`HornSystem::relations`].
    pub relation: usize,
    /// A term for each of its places.
    pub arguments: Vec<Term>,
}

/// What is known of a system of clauses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HornAnswer {
    /// These relations satisfy it, over their own variables. A part that cannot be read is `True`,
    /// so that these are hints and no proof.
    Solved(Vec<Term>),
    /// None do: what must not be can be derived.
    Impossible,
    /// Nobody knows, for this reason.
    Unknown(String),
}

/// What Spacer is told first: relations must be seen as they were asked for, and bounds found for
/// sums rather than for variables alone.
const OPTIONS: [&str; 5] = [
    "(set-option :fp.xform.inline_eager false)",
    "(set-option :fp.xform.inline_linear false)",
    "(set-option :fp.xform.slice false)",
    "(set-option :fp.spacer.global true)",
    "(set-logic HORN)",
];

/// Asks a fresh process.
pub(super) fn solve(
    dialogue: &mut Dialogue,
    system: &HornSystem,
    steps: u32,
) -> Result<HornAnswer, Breach> {
    let mut lines = vec![
        "(set-option :print-success true)".to_owned(),
        format!("(set-option :rlimit {steps})"),
    ];
    lines.extend(OPTIONS.map(str::to_owned));
    lines.extend(PRELUDE.map(str::to_owned));
    lines.extend(script(system));
    dialogue.tell(&lines)?;
    match dialogue.check("(check-sat)")? {
        Satisfiability::Unknown => Ok(HornAnswer::Unknown(dialogue.reason()?)),
        Satisfiability::No => Ok(HornAnswer::Impossible),
        Satisfiability::Yes => {
            let model = dialogue.get("(get-model)")?;
            let found = relations(system, &model).ok_or_else(|| no_answer("no model"))?;
            Ok(HornAnswer::Solved(found))
        }
    }
}

/// The clauses as a script of SMT-LIB: satisfiable if they have a solution.
pub fn horn_script(system: &HornSystem) -> String {
    let mut lines = vec!["(set-logic HORN)".to_owned()];
    let relations = script(system);
    let uses = |word: &str| relations.iter().any(|line| line.contains(word));
    for (lines_of, word) in [
        (&PRELUDE[..], "(ada_"),
        (&POWER, "(ada_pow"),
        (&BITS, "(ada_and"),
    ] {
        if uses(word) || word == "(ada_and" && (uses("(ada_or") || uses("(ada_xor")) {
            lines.extend(lines_of.iter().map(|line| (*line).to_owned()));
        }
    }
    lines.extend(relations);
    lines.push("(check-sat)\n".to_owned());
    lines.join("\n")
}

/// What a relation is called; no variable is.
fn name(relation: usize) -> String {
    format!("|{{R{relation}}}|")
}

fn script(system: &HornSystem) -> Vec<String> {
    let mut lines = Vec::new();
    for (at, places) in system.relations.iter().enumerate() {
        let sorts: Vec<String> = places.iter().map(|place| place.sort.to_string()).collect();
        let sorts = sorts.join(" ");
        lines.push(format!("(declare-fun {} ({sorts}) Bool)", name(at)));
    }
    for clause in &system.clauses {
        lines.push(clause_text(clause));
    }
    lines
}

fn clause_text(clause: &Clause) -> String {
    let mut printer = Printer::new(Dialect::Z3);
    let mut variables: BTreeSet<Variable> = BTreeSet::new();
    let applications = clause.premises.iter().chain(&clause.conclusion);
    let arguments = applications.flat_map(|application| &application.arguments);
    for term in arguments.chain(&clause.conditions) {
        variables.extend(term.variables());
    }
    let mut applied = |application: &Application| {
        let name = name(application.relation);
        if application.arguments.is_empty() {
            return name;
        }
        let arguments = application.arguments.iter();
        let arguments: Vec<String> = arguments.map(|term| printer.text(term)).collect();
        format!("({name} {})", arguments.join(" "))
    };
    let mut premises: Vec<String> = clause.premises.iter().map(&mut applied).collect();
    let conclusion = match &clause.conclusion {
        Some(application) => applied(application),
        None => "false".to_owned(),
    };
    premises.extend(clause.conditions.iter().map(|term| printer.text(term)));
    let premise = match premises.len() {
        0 => "true".to_owned(),
        1 => premises.concat(),
        _ => format!("(and {})", premises.join(" ")),
    };
    let body = format!("(=> {premise} {conclusion})");
    if variables.is_empty() {
        return format!("(assert {body})");
    }
    let bound: Vec<String> = variables
        .iter()
        .map(|variable| format!("({} {})", variable_to_smt(variable), variable.sort))
        .collect();
    format!("(assert (forall ({}) {body}))", bound.join(" "))
}

/// The relations of a model, each over its own variables.
fn relations(system: &HornSystem, model: &Expression) -> Option<Vec<Term>> {
    let Expression::List(definitions) = model else {
        return None;
    };
    let mut found = vec![Term::bool(true); system.relations.len()];
    for definition in definitions {
        let Expression::List(parts) = definition else {
            continue;
        };
        let [
            _,
            Expression::Atom(defined),
            Expression::List(parameters),
            _,
            body,
        ] = parts.as_slice()
        else {
            continue;
        };
        let Some(at) = (0..system.relations.len()).find(|at| name(*at) == *defined) else {
            continue;
        };
        let mut names: BTreeMap<&str, Term> = BTreeMap::new();
        for (parameter, variable) in parameters.iter().zip(&system.relations[at]) {
            if let Expression::List(pair) = parameter
                && let [Expression::Atom(name), _] = pair.as_slice()
            {
                names.insert(name, Term::variable(variable));
            }
        }
        found[at] = truth(body, &names);
    }
    Some(found)
}

type Names<'a> = BTreeMap<&'a str, Term>;

/// A formula; conjuncts and disjuncts that cannot be read are left out.
fn truth<'a>(expression: &'a Expression, names: &Names<'a>) -> Term {
    if let Expression::List(list) = expression
        && let [Expression::Atom(head), parts @ ..] = list.as_slice()
    {
        match (head.as_str(), parts) {
            ("and", _) => return Term::and(parts.iter().map(|part| truth(part, names))),
            ("let", [Expression::List(bindings), body]) => {
                return truth(body, &with(bindings, names));
            }
            ("or", _) => {
                let readable = parts.iter().filter_map(|part| term(part, names));
                return Term::or(readable);
            }
            _ => {}
        }
    }
    term(expression, names)
        .filter(|term| term.sort() == Sort::Bool)
        .unwrap_or_else(|| Term::bool(true))
}

/// The names with those that a `let` binds; what cannot be read is not bound.
fn with<'a>(bindings: &'a [Expression], names: &Names<'a>) -> Names<'a> {
    let mut inner = names.clone();
    for binding in bindings {
        if let Expression::List(pair) = binding
            && let [Expression::Atom(name), value] = pair.as_slice()
        {
            match term(value, names) {
                Some(value) => inner.insert(name, value),
                None => inner.remove(name.as_str()),
            };
        }
    }
    inner
}

/// A term, if every part of it can be read.
fn term<'a>(expression: &'a Expression, names: &Names<'a>) -> Option<Term> {
    let list = match expression {
        Expression::Atom(text) => {
            return match text.as_str() {
                "true" => Some(Term::bool(true)),
                "false" => Some(Term::bool(false)),
                name => names.get(name).cloned().or_else(|| {
                    let value = expression.value(&Sort::Int)?;
                    Some(Term::constant(&value))
                }),
            };
        }
        Expression::List(list) => list.as_slice(),
    };
    if let [Expression::List(function), argument] = list {
        return divisible(function, term(argument, names)?);
    }
    let [Expression::Atom(head), parts @ ..] = list else {
        return None;
    };
    if let ("let", [Expression::List(bindings), body]) = (head.as_str(), parts) {
        return term(body, &with(bindings, names));
    }
    let read: Option<Vec<Term>> = parts.iter().map(|part| term(part, names)).collect();
    applied(head, read?)
}

/// `((_ divisible 2) x)`
fn divisible(function: &[Expression], argument: Term) -> Option<Term> {
    let [Expression::Atom(mark), Expression::Atom(word), divisor] = function else {
        return None;
    };
    let divisor = divisor.value(&Sort::Int)?;
    let rest = Term::arithmetic(Arithmetic::Modulo, argument, Term::constant(&divisor));
    (mark == "_" && word == "divisible").then(|| Term::equal(rest, Term::int(0)))
}

fn applied(function: &str, mut operands: Vec<Term>) -> Option<Term> {
    let chained = |operator: Arithmetic, operands: Vec<Term>| {
        let fold = |sum, next| Term::arithmetic(operator, sum, next);
        operands.into_iter().reduce(fold)
    };
    let comparison = match function {
        "=" => Some(Comparison::Equal),
        "distinct" => Some(Comparison::NotEqual),
        "<" => Some(Comparison::Less),
        "<=" => Some(Comparison::LessEqual),
        ">" => Some(Comparison::Greater),
        ">=" => Some(Comparison::GreaterEqual),
        _ => None,
    };
    match (function, operands.len()) {
        ("and", _) => return Some(Term::and(operands)),
        ("or", _) => return Some(Term::or(operands)),
        ("+", _) => return chained(Arithmetic::Add, operands),
        ("*", _) => return chained(Arithmetic::Multiply, operands),
        ("-", 2..) => return chained(Arithmetic::Subtract, operands),
        _ => {}
    }
    let last = operands.pop()?;
    let Some(middle) = operands.pop() else {
        return match function {
            "not" => Some(Term::not(last)),
            "-" => Some(Term::negate(last)),
            _ => None,
        };
    };
    let Some(first) = operands.pop() else {
        return match (function, comparison) {
            (_, Some(comparison)) => Some(Term::compare(comparison, middle, last)),
            ("=>", _) => Some(Term::implies(middle, last)),
            ("select", _) => Some(Term::select(middle, last)),
            // Of a positive constant divisor, SMT-LIB's remainder is Ada's modulus.
            ("mod", _) => {
                is_positive(&last).then(|| Term::arithmetic(Arithmetic::Modulo, middle, last))
            }
            // Of negative numbers Ada's quotient is another: these are hints, and programs divide
            // as Ada does.
            ("div", _) => {
                is_positive(&last).then(|| Term::arithmetic(Arithmetic::Divide, middle, last))
            }
            _ => None,
        };
    };
    if !operands.is_empty() {
        return None;
    }
    match function {
        "ite" => Some(Term::if_then_else(first, middle, last)),
        "store" => Some(Term::store(first, middle, last)),
        _ => None,
    }
}

fn is_positive(term: &Term) -> bool {
    let zero = Term::int(0);
    Term::compare(Comparison::Greater, term.clone(), zero).is_bool(true)
}

#[cfg(test)]
mod tests {
    use super::super::{Oracle, SolverProcess};
    use super::*;

    fn variable(name: &str) -> Variable {
        Variable::new(name, Sort::Int)
    }

    /// X and Y count from 0 in steps of one and two while X < N; at the end Y is not `wrong`.
    fn counters(wrong: &Term) -> HornSystem {
        let places = ["N", "X", "Y"].map(variable);
        let [n, x, y] = places.each_ref().map(Term::variable);
        let add = |a: &Term, b: i32| Term::arithmetic(Arithmetic::Add, a.clone(), Term::int(b));
        let at = |arguments: [Term; 3]| Application {
            relation: 0,
            arguments: arguments.to_vec(),
        };
        let goes_on = Term::compare(Comparison::Less, x.clone(), n.clone());
        let here = at([n.clone(), x.clone(), y.clone()]);
        HornSystem {
            relations: vec![places.to_vec()],
            clauses: vec![
                Clause {
                    premises: vec![],
                    conditions: vec![Term::between(&n, Term::int(0), Term::int(50))],
                    conclusion: Some(at([n.clone(), Term::int(0), Term::int(0)])),
                },
                Clause {
                    premises: vec![here.clone()],
                    conditions: vec![goes_on.clone()],
                    conclusion: Some(at([n.clone(), add(&x, 1), add(&y, 2)])),
                },
                Clause {
                    premises: vec![here],
                    conditions: vec![Term::not(goes_on), Term::equal(y, wrong.clone())],
                    conclusion: None,
                },
            ],
        }
    }

    #[test]
    fn spacer_finds_relations_and_contradictions() {
        let Some(z3) = super::super::referees()
            .into_iter()
            .find(|name| name.contains("z3"))
        else {
            return;
        };
        let mut solver = SolverProcess::new(&z3);
        let double = Term::arithmetic(
            Arithmetic::Multiply,
            Term::int(2),
            Term::variable(&variable("N")),
        );
        let more = Term::arithmetic(Arithmetic::Add, double.clone(), Term::int(1));
        let HornAnswer::Solved(found) = solver.horn(&counters(&more), 1).unwrap() else {
            panic!("an odd sum is impossible");
        };
        assert_eq!(found.len(), 1);
        assert!(!found[0].is_bool(true), "{found:?}");
        assert_eq!(
            solver.horn(&counters(&double), 1).unwrap(),
            HornAnswer::Impossible
        );
    }
}
