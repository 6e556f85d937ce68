//! Computation tree logic by looking at every state: the slow obvious twin of what sabs says of
//! `--% ctl` clauses. It steps through the flow program by itself, with all values that the
//! environment may give, so ranges must be small.

use std::collections::{BTreeMap, BTreeSet};

use sabs::flow::{
    BlockId, FlowProgram, FlowSubprogram, FlowVariable, Mode, StatementKind, SubprogramId,
    Terminator, with_single_steps,
};
use sabs::interpret::{Values, canonical, initial_globals};
use sabs::logic::{Sort, Term, Value, evaluate};
use sabs::program::{BEGINNING, PathQuantifier, PropertyClause, Temporal, TemporalFormula};

/// Whether a property holds at every beginning of its body, in every run of the client.
pub(crate) fn holds(flow: &FlowProgram, property: &PropertyClause) -> bool {
    let flow = &with_single_steps(flow, property.scope);
    let mut tree = Tree {
        flow,
        conditions: property.formula.conditions().into_iter().cloned().collect(),
        nodes: Vec::new(),
        numbers: BTreeMap::new(),
        successors: Vec::new(),
    };
    let begin: Vec<usize> = entries(flow, property.scope)
        .into_iter()
        .map(|machine| {
            let seen = tree.seen(&machine);
            tree.number(Node::Rests(machine, seen))
        })
        .collect();
    tree.grow();
    let lives = tree.lives();
    let truth = tree.truth(&property.formula, &lives);
    begin.into_iter().all(|node| !lives[node] || truth[node])
}

/// Where a run stands: always at the start of a block.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Machine {
    globals: Values,
    /// The innermost call last.
    frames: Vec<Frame>,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Frame {
    subprogram: Option<SubprogramId>,
    block: BlockId,
    values: Values,
}

/// What comes of a block.
enum Next {
    Goes(Machine),
    /// The outermost frame has returned, or a check has failed; the state is kept.
    Ends(Machine),
}

fn body(flow: &FlowProgram, id: Option<SubprogramId>) -> &FlowSubprogram {
    id.map_or(&flow.main, |id| flow.subprogram(id))
}

fn frame(flow: &FlowProgram, id: Option<SubprogramId>, arguments: Values) -> Frame {
    let unset = body(flow, id)
        .variables()
        .map(|variable| (variable.variable.clone(), canonical(variable)));
    let mut values: Values = unset.collect();
    values.extend(arguments);
    Frame {
        subprogram: id,
        block: BlockId(0),
        values,
    }
}

/// All values of a variable's type.
fn all_values(variable: &FlowVariable) -> Vec<Value> {
    match (&variable.variable.sort, &variable.range) {
        (Sort::Bool, _) => vec![Value::Bool(false), Value::Bool(true)],
        (Sort::Int, Some((first, last))) => {
            let mut all = Vec::new();
            let mut value = first.clone();
            while value <= *last {
                all.push(Value::Int(value.clone()));
                value += 1;
                assert!(all.len() <= 64, "{} has too many values", variable.variable);
            }
            all
        }
        (Sort::Int | Sort::Array(_), _) => panic!("{} has too many values", variable.variable),
    }
}

impl Machine {
    fn top(&self) -> &Frame {
        self.frames.last().unwrap()
    }

    fn evaluate(&self, term: &Term) -> Value {
        self.evaluate_in(self.top(), term)
    }

    fn evaluate_in(&self, frame: &Frame, term: &Term) -> Value {
        evaluate(term, &|variable| {
            let own = frame.values.get(variable);
            own.unwrap_or_else(|| &self.globals[variable]).clone()
        })
    }

    fn set(&mut self, variable: &sabs::logic::Variable, value: Value) {
        let own = &mut self.frames.last_mut().unwrap().values;
        let place = match own.get_mut(variable) {
            Some(place) => place,
            None => self.globals.get_mut(variable).unwrap(),
        };
        *place = value;
    }

    fn to(mut self, block: BlockId) -> Next {
        self.frames.last_mut().unwrap().block = block;
        Next::Goes(self)
    }

    /// What may come of the block at whose start the run stands; nothing where an assumption is
    /// false.
    fn next(&self, flow: &FlowProgram) -> Vec<Next> {
        let mut machine = self.clone();
        let subprogram = body(flow, self.top().subprogram);
        let block = subprogram.block(self.top().block);
        for statement in &block.statements {
            match &statement.kind {
                StatementKind::Assign { target, value } => {
                    let value = machine.evaluate(value);
                    machine.set(target, value);
                }
                StatementKind::Assume(condition) => {
                    if !machine.evaluate(condition).as_bool() {
                        return Vec::new();
                    }
                }
                StatementKind::Check { condition, .. } => {
                    if !machine.evaluate(condition).as_bool() {
                        return vec![Next::Ends(machine)];
                    }
                }
            }
        }
        match &block.terminator {
            Terminator::Goto(next) => vec![machine.to(*next)],
            Terminator::Branch {
                condition,
                on_true,
                on_false,
                ..
            } => {
                let holds = machine.evaluate(condition).as_bool();
                vec![machine.to(if holds { *on_true } else { *on_false })]
            }
            Terminator::Choice { targets, .. } => targets
                .iter()
                .map(|target| machine.clone().to(*target))
                .collect(),
            Terminator::Havoc { target, next } | Terminator::Nondet { target, next } => {
                let declared = subprogram
                    .variables()
                    .chain(&flow.globals)
                    .find(|known| known.variable == *target)
                    .unwrap();
                all_values(declared)
                    .into_iter()
                    .map(|value| {
                        let mut machine = machine.clone();
                        machine.set(target, value);
                        machine.to(*next)
                    })
                    .collect()
            }
            Terminator::Call {
                callee, arguments, ..
            } => {
                let formals = &flow.subprogram(*callee).formals;
                let given = formals.iter().zip(arguments).filter_map(|(formal, term)| {
                    let value = machine.evaluate(term.as_ref()?);
                    Some((formal.variable.variable.clone(), value))
                });
                let inner = frame(flow, Some(*callee), given.collect());
                machine.frames.push(inner);
                assert!(machine.frames.len() < 20, "the calls are too deep");
                vec![Next::Goes(machine)]
            }
            Terminator::Return => vec![machine.leave(flow)],
        }
    }

    fn leave(mut self, flow: &FlowProgram) -> Next {
        if self.frames.len() == 1 {
            return Next::Ends(self);
        }
        let inner = self.frames.pop().unwrap();
        let outer = body(flow, self.top().subprogram);
        let call = &outer.block(self.top().block).terminator;
        let Terminator::Call { results, next, .. } = call else {
            panic!("a frame waits at a call");
        };
        let formals = &body(flow, inner.subprogram).formals;
        for (formal, result) in formals.iter().zip(results) {
            if let (Some(target), true) = (result, formal.mode != Mode::In) {
                let value = inner.values[&formal.variable.variable].clone();
                self.set(target, value);
            }
        }
        self.to(*next)
    }
}

/// Every state in which the statements of a body begin in a run from `main`, as a run of its own.
fn entries(flow: &FlowProgram, id: SubprogramId) -> Vec<Machine> {
    let start = Machine {
        globals: initial_globals(flow),
        frames: vec![frame(flow, None, Values::new())],
    };
    let mut known = BTreeSet::from([start.clone()]);
    let mut open = vec![start];
    let mut found = BTreeSet::new();
    while let Some(machine) = open.pop() {
        let top = machine.top();
        let block = body(flow, top.subprogram).block(top.block);
        if top.subprogram == Some(id) && block.labels.iter().any(|label| label == BEGINNING) {
            let alone = Machine {
                globals: machine.globals.clone(),
                frames: vec![top.clone()],
            };
            found.insert(alone);
        }
        for next in machine.next(flow) {
            if let Next::Goes(next) = next
                && known.insert(next.clone())
            {
                assert!(known.len() < 300_000, "there are too many states");
                open.push(next);
            }
        }
    }
    found.into_iter().collect()
}

/// A state of the body's continuations, and which of the conditions hold in it. While a call runs,
/// those hold that held before it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Node {
    /// At the start of a block of the body: the only states in which control is at a label.
    Rests(Machine, Vec<bool>),
    /// Inside a block, or inside a call.
    Moves(Machine, Vec<bool>),
    /// Over, for ever.
    Over(Vec<bool>),
}

impl Node {
    fn seen(&self) -> &[bool] {
        match self {
            Node::Rests(_, seen) | Node::Moves(_, seen) | Node::Over(seen) => seen,
        }
    }
}

struct Tree<'a> {
    flow: &'a FlowProgram,
    conditions: Vec<Term>,
    nodes: Vec<Node>,
    numbers: BTreeMap<Node, usize>,
    successors: Vec<Vec<usize>>,
}

impl Tree<'_> {
    fn seen(&self, machine: &Machine) -> Vec<bool> {
        let frame = &machine.frames[0];
        let holds = |term: &Term| machine.evaluate_in(frame, term).as_bool();
        self.conditions.iter().map(holds).collect()
    }

    fn number(&mut self, node: Node) -> usize {
        let next = self.nodes.len();
        let number = *self.numbers.entry(node.clone()).or_insert(next);
        if number == next {
            self.nodes.push(node);
        }
        number
    }

    fn grow(&mut self) {
        let mut at = 0;
        while at < self.nodes.len() {
            assert!(at < 300_000, "there are too many states");
            let successors = match self.nodes[at].clone() {
                Node::Over(_) => vec![at],
                Node::Rests(machine, seen) => vec![self.number(Node::Moves(machine, seen))],
                Node::Moves(machine, seen) => {
                    let mut found = Vec::new();
                    for next in machine.next(self.flow) {
                        found.push(match next {
                            Next::Ends(end) if end.frames.len() == 1 => {
                                let seen = self.seen(&end);
                                self.number(Node::Over(seen))
                            }
                            Next::Ends(_) => self.number(Node::Over(seen.clone())),
                            Next::Goes(next) if next.frames.len() == 1 => {
                                let seen = self.seen(&next);
                                self.number(Node::Rests(next, seen))
                            }
                            Next::Goes(next) => self.number(Node::Moves(next, seen.clone())),
                        });
                    }
                    found
                }
            };
            self.successors.push(successors);
            at += 1;
        }
    }

    /// The states that some run goes through: where every way ends at a false assumption there is
    /// none.
    fn lives(&self) -> Vec<bool> {
        let all = vec![true; self.nodes.len()];
        self.globally(&all, &all)
    }

    fn truth(&self, formula: &TemporalFormula, lives: &[bool]) -> Vec<bool> {
        let all = vec![true; self.nodes.len()];
        let not = |set: Vec<bool>| -> Vec<bool> { set.into_iter().map(|holds| !holds).collect() };
        let and = |one: &[bool], other: &[bool]| -> Vec<bool> {
            one.iter().zip(other).map(|(a, b)| *a && *b).collect()
        };
        match formula {
            TemporalFormula::Holds(term) => {
                let at = self.conditions.iter().position(|known| known == term);
                let at = at.unwrap();
                self.nodes.iter().map(|node| node.seen()[at]).collect()
            }
            TemporalFormula::At(label, _) => {
                let is_there = |node: &Node| match node {
                    Node::Rests(machine, _) => {
                        let top = machine.top();
                        let block = body(self.flow, top.subprogram).block(top.block);
                        block.labels.contains(label)
                    }
                    Node::Moves(..) | Node::Over(_) => false,
                };
                self.nodes.iter().map(is_there).collect()
            }
            TemporalFormula::Not(inner) => not(self.truth(inner, lives)),
            TemporalFormula::And(left, right) => {
                and(&self.truth(left, lives), &self.truth(right, lives))
            }
            TemporalFormula::Or(left, right) => {
                let (left, right) = (self.truth(left, lives), self.truth(right, lives));
                not(and(&not(left), &not(right)))
            }
            TemporalFormula::Temporal(path, when, inner) => {
                let inner = self.truth(inner, lives);
                match (path, when) {
                    (PathQuantifier::Some, Temporal::Finally) => self.until(&all, &inner, lives),
                    (PathQuantifier::All, Temporal::Globally) => {
                        not(self.until(&all, &not(inner), lives))
                    }
                    (PathQuantifier::Some, Temporal::Globally) => self.globally(&inner, lives),
                    (PathQuantifier::All, Temporal::Finally) => {
                        not(self.globally(&not(inner), lives))
                    }
                    (PathQuantifier::Some, Temporal::Next) => self.next(&inner, lives),
                    (PathQuantifier::All, Temporal::Next) => not(self.next(&not(inner), lives)),
                }
            }
            TemporalFormula::Until(path, left, right) => {
                let (left, right) = (self.truth(left, lives), self.truth(right, lives));
                match path {
                    PathQuantifier::Some => self.until(&left, &right, lives),
                    PathQuantifier::All => {
                        // No way on which the second never comes, and none on which the first ends
                        // before it.
                        let (no_left, no_right) = (not(left), not(right));
                        let never = self.globally(&no_right, lives);
                        let neither = and(&no_left, &no_right);
                        let early = self.until(&no_right, &neither, lives);
                        and(&not(never), &not(early))
                    }
                }
            }
        }
    }

    /// Whether a node is only on the way from one state to the next: nothing is asked of it.
    fn moves(&self, at: usize) -> bool {
        matches!(self.nodes[at], Node::Moves(..))
    }

    /// `EX inner`: the next state is the first that is not on the way, whatever the way.
    fn next(&self, inner: &[bool], lives: &[bool]) -> Vec<bool> {
        let after = |at: usize| {
            let mut open = self.successors[at].clone();
            let mut seen = BTreeSet::new();
            while let Some(next) = open.pop() {
                if !seen.insert(next) {
                    continue;
                }
                if self.moves(next) {
                    open.extend(&self.successors[next]);
                } else if inner[next] && lives[next] {
                    return true;
                }
            }
            false
        };
        (0..self.nodes.len()).map(after).collect()
    }

    /// `E [left U right]` over the states that live.
    fn until(&self, left: &[bool], right: &[bool], lives: &[bool]) -> Vec<bool> {
        let all = 0..self.nodes.len();
        let left: Vec<bool> = all.clone().map(|at| left[at] || self.moves(at)).collect();
        let mut found: Vec<bool> = all
            .map(|at| right[at] && lives[at] && !self.moves(at))
            .collect();
        let mut grows = true;
        while grows {
            grows = false;
            for at in (0..found.len()).rev() {
                let reaches = |set: &[bool]| self.successors[at].iter().any(|next| set[*next]);
                if !found[at] && left[at] && lives[at] && reaches(&found) {
                    found[at] = true;
                    grows = true;
                }
            }
        }
        found
    }

    /// `EG inner` over the states that live.
    fn globally(&self, inner: &[bool], lives: &[bool]) -> Vec<bool> {
        let mut found: Vec<bool> = (0..self.nodes.len())
            .map(|at| (inner[at] || self.moves(at)) && lives[at])
            .collect();
        let mut shrinks = true;
        while shrinks {
            shrinks = false;
            for at in (0..found.len()).rev() {
                if found[at] && !self.successors[at].iter().any(|next| found[*next]) {
                    found[at] = false;
                    shrinks = true;
                }
            }
        }
        found
    }
}
