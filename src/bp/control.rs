//! [`BoolProgram`] → [`Control`]: one node per statement, names resolved to slots.
//!
//! The graph of Section 2.3 of the Bebop paper. What counts as a step of a trace is one node: each
//! `if`, `elsif` and `while` test, each other statement, and `end`, which is a return.

use std::borrow::Borrow;
use std::collections::BTreeMap;

use super::ast::{
    BinaryOperator, BoolProgram, Expr, Identifier, Procedure, Statement, StatementKind,
};
use super::outline;
use crate::source::Span;

/// A Boolean program as graphs over numbered variables.
#[derive(Debug, Clone)]
pub struct Control {
    /// How many variables are global; they have the first slots of every procedure.
    pub globals: usize,
    /// The procedures, in the order of the program.
    pub procedures: Vec<ProcedureControl>,
    /// Which of them is `main`.
    pub main: ProcedureId,
}

/// A procedure of a [`Control`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ProcedureId(pub u32);

/// A node of a procedure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub u32);

/// A place where control may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point {
    /// In this procedure,
    pub procedure: ProcedureId,
    /// at this node.
    pub node: NodeId,
}

/// A point, or the failure of the assertion there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Target {
    /// Where.
    pub point: Point,
    /// What of it.
    pub kind: TargetKind,
}

/// What is to happen at a point.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum TargetKind {
    /// Control arrives there.
    Reached,
    /// The assertion there fails.
    Fails,
}

/// A variable in scope of a procedure: globals first, then parameters, then locals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slot(pub u32);

/// The graph of a procedure.
#[derive(Debug, Clone)]
pub struct ProcedureControl {
    /// Its name.
    pub name: Identifier,
    /// The names of its variables, by slot; a global may be hidden by a later one.
    pub variables: Vec<Identifier>,
    /// How many of them are parameters.
    pub parameters: usize,
    /// How many values it returns.
    pub results: usize,
    /// What every state of the procedure satisfies.
    pub enforce: Option<Formula>,
    /// The nodes in the order of the text; the first is the entry, the last is `end`.
    pub nodes: Vec<Node>,
}

/// A statement, or the test of one.
#[derive(Debug, Clone)]
pub struct Node {
    /// The labels that name it.
    pub labels: Vec<Identifier>,
    /// The line it stands on, 0 if unknown.
    pub line: u32,
    /// What it stands for in the source of the program that this one abstracts, if that is known.
    pub origin: Option<Span>,
    /// What it does and where it leads.
    pub action: Action,
}

/// What a node does.
#[derive(Debug, Clone)]
pub enum Action {
    /// `skip`
    Skip(NodeId),
    /// `goto`, to any of the nodes
    Goto(Vec<NodeId>),
    /// Parallel assignment.
    Assign {
        /// The slot that takes each value, if any.
        targets: Vec<Option<Slot>>,
        /// The values, read in the old state.
        values: Vec<Formula>,
        /// Keeps the successors where this may be 1.
        constrain: Option<Formula>,
        /// Where control goes.
        next: NodeId,
    },
    /// Goes on where the condition may be 1.
    Assume(Formula, NodeId),
    /// Fails where the condition may be 0, goes on where it may be 1.
    Assert(Formula, NodeId),
    /// The test of a conditional or loop.
    Test {
        /// Of which statement.
        keyword: TestKeyword,
        /// What is tested.
        condition: Formula,
        /// Where control goes if it is 1.
        then: NodeId,
        /// Where control goes if it is 0.
        otherwise: NodeId,
    },
    /// A call.
    Call {
        /// Who is called.
        callee: ProcedureId,
        /// The values of its parameters.
        arguments: Vec<Formula>,
        /// The slots that take its results; empty if they are ignored.
        targets: Vec<Option<Slot>>,
        /// Where control goes when it returns.
        next: NodeId,
    },
    /// `return` with values, or with arbitrary ones if none are given; `end` too.
    Return(Vec<Formula>),
}

/// What a test belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TestKeyword {
    /// The first test of a conditional.
    If,
    /// A later one.
    Elsif,
    /// A loop.
    While,
}

/// An expression over slots.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Formula {
    /// `0` or `1`
    Constant(bool),
    /// The value of a variable.
    Variable(Slot),
    /// Its value after the assignment.
    Next(Slot),
    /// `*`
    Lost,
    /// `nondet`
    Nondet,
    /// `!e`
    Not(Box<Formula>),
    /// As [`Expr::Binary`].
    Binary(BinaryOperator, Vec<Formula>),
    /// `choose(p, n)`
    Choose(Box<Formula>, Box<Formula>),
    /// `c ? a : b`
    Conditional(Box<Formula>, Box<Formula>, Box<Formula>),
}

/// The program has no meaning: names do not fit together.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the Boolean program is not well-formed: {}", .0.join("; "))]
pub struct Malformed(pub Vec<String>);

/// Resolves names and control.
///
/// # Errors
/// [`Malformed`], never for a program that [`parse`](super::parse) has returned.
pub fn lower(program: &BoolProgram) -> Result<Control, Malformed> {
    let known = procedures_of(program)?;
    Ok(assembled(
        &program.globals,
        &known,
        program.procedures.iter(),
    ))
}

/// As [`lower`], but frees the program procedure by procedure: a large one is not in memory twice.
///
/// # Errors
/// As [`lower`].
pub fn lower_owned(program: BoolProgram) -> Result<Control, Malformed> {
    let known = procedures_of(&program)?;
    let procedures = program.procedures.into_iter();
    Ok(assembled(&program.globals, &known, procedures))
}

/// As [`lower_owned`], for a program that [`parse`](super::parse) has returned: that is well-formed,
/// and need not be looked through again.
///
/// # Panics
/// If it is not.
pub fn lower_parsed(program: BoolProgram) -> Control {
    let known = by_name(&program);
    let procedures = program.procedures.into_iter();
    assembled(&program.globals, &known, procedures)
}

/// The procedures of a program by name, if it is well-formed.
fn procedures_of(program: &BoolProgram) -> Result<BTreeMap<Identifier, ProcedureId>, Malformed> {
    let faults = outline::faults(program);
    if !faults.is_empty() {
        let messages = faults.into_iter().map(|fault| fault.message);
        return Err(Malformed(messages.collect()));
    }
    Ok(by_name(program))
}

fn by_name(program: &BoolProgram) -> BTreeMap<Identifier, ProcedureId> {
    let names = program.procedures.iter().map(|p| p.name.clone());
    names.zip((0..).map(ProcedureId)).collect()
}

fn assembled<P: Borrow<Procedure>>(
    globals: &[Identifier],
    known: &BTreeMap<Identifier, ProcedureId>,
    procedures: impl Iterator<Item = P>,
) -> Control {
    let lowered = |procedure: P| {
        let procedure = procedure.borrow();
        Lowering::new(globals, procedure, known).run(procedure)
    };
    Control {
        globals: globals.len(),
        procedures: procedures.map(lowered).collect(),
        main: known["main"],
    }
}

impl Control {
    /// The procedure of this identity.
    pub fn procedure(&self, id: ProcedureId) -> &ProcedureControl {
        &self.procedures[id.0 as usize]
    }

    /// The node at a point.
    pub fn node(&self, point: Point) -> &Node {
        &self.procedure(point.procedure).nodes[point.node.0 as usize]
    }

    /// All points, in the order of the text.
    pub fn points(&self) -> impl Iterator<Item = Point> {
        (0..)
            .map(ProcedureId)
            .zip(&self.procedures)
            .flat_map(|(procedure, graph)| {
                (0..)
                    .map(NodeId)
                    .zip(&graph.nodes)
                    .map(move |(node, _)| Point { procedure, node })
            })
    }
}

impl ProcedureId {
    /// Where the procedure begins.
    pub fn entry(self) -> Point {
        self.at(NodeId(0))
    }

    /// A point of the procedure.
    pub fn at(self, node: NodeId) -> Point {
        Point {
            procedure: self,
            node,
        }
    }
}

impl Node {
    /// Where control may go within the procedure; after a call, to where it returns.
    pub fn successors(&self) -> impl Iterator<Item = NodeId> {
        let (many, one, another): (&[NodeId], _, _) = match &self.action {
            Action::Skip(next)
            | Action::Assign { next, .. }
            | Action::Assume(_, next)
            | Action::Assert(_, next)
            | Action::Call { next, .. } => (&[], Some(*next), None),
            Action::Goto(targets) => (targets, None, None),
            Action::Test {
                then, otherwise, ..
            } => (&[], Some(*then), Some(*otherwise)),
            Action::Return(_) => (&[], None, None),
        };
        many.iter().copied().chain(one).chain(another)
    }
}

impl Action {
    /// Who is called and where control goes afterwards, if this is a call.
    pub fn call(&self) -> Option<(ProcedureId, NodeId)> {
        if let Action::Call { callee, next, .. } = self {
            return Some((*callee, *next));
        }
        None
    }

    fn next_mut(&mut self) -> Option<&mut NodeId> {
        match self {
            Action::Skip(next)
            | Action::Assign { next, .. }
            | Action::Assume(_, next)
            | Action::Assert(_, next)
            | Action::Call { next, .. }
            | Action::Test { then: next, .. } => Some(next),
            Action::Goto(_) | Action::Return(_) => None,
        }
    }

    fn otherwise_mut(&mut self) -> Option<&mut NodeId> {
        if let Action::Test { otherwise, .. } = self {
            return Some(otherwise);
        }
        None
    }
}

/// An edge whose end is not known yet.
#[derive(Debug, Clone, Copy)]
enum Dangling {
    Next(usize),
    Otherwise(usize),
}

struct Lowering<'a> {
    slots: BTreeMap<&'a Identifier, Slot>,
    variables: Vec<Identifier>,
    procedures: &'a BTreeMap<Identifier, ProcedureId>,
    nodes: Vec<Node>,
    labels: BTreeMap<&'a Identifier, NodeId>,
    jumps: Vec<(usize, &'a [Identifier])>,
    /// A stack: each sequence patches the edges above its own base.
    dangling: Vec<Dangling>,
}

/// Stands for an end that is patched later.
const UNKNOWN: NodeId = NodeId(u32::MAX);

impl<'a> Lowering<'a> {
    fn new(
        globals: &'a [Identifier],
        procedure: &'a Procedure,
        procedures: &'a BTreeMap<Identifier, ProcedureId>,
    ) -> Lowering<'a> {
        let variables = || {
            globals
                .iter()
                .chain(&procedure.parameters)
                .chain(&procedure.locals)
        };
        Lowering {
            // A later declaration hides an earlier one.
            slots: variables().zip((0..).map(Slot)).collect(),
            variables: variables().cloned().collect(),
            procedures,
            nodes: Vec::new(),
            labels: BTreeMap::new(),
            jumps: Vec::new(),
            dangling: Vec::new(),
        }
    }

    fn run(mut self, procedure: &'a Procedure) -> ProcedureControl {
        self.sequence(&procedure.body, 0);
        let end = Statement::new(StatementKind::Return(Vec::new()));
        self.node(0, &[], &end, Action::Return(Vec::new()));
        for (at, targets) in std::mem::take(&mut self.jumps) {
            let targets = targets.iter().map(|label| self.labels[label]).collect();
            self.nodes[at].action = Action::Goto(targets);
        }
        ProcedureControl {
            name: procedure.name.clone(),
            parameters: procedure.parameters.len(),
            results: procedure.results,
            enforce: procedure.enforce.as_ref().map(|e| self.formula(e)),
            variables: self.variables,
            nodes: self.nodes,
        }
    }

    /// Lowers statements; the edges from `base` on lead to the first of them, and afterwards those
    /// from `base` on lead to whatever follows.
    fn sequence(&mut self, statements: &'a [Statement], base: usize) {
        for statement in statements {
            self.statement(statement, base);
        }
    }

    fn statement(&mut self, statement: &'a Statement, base: usize) {
        let action = match &statement.kind {
            StatementKind::Skip => Action::Skip(UNKNOWN),
            StatementKind::Assign {
                targets,
                values,
                constrain,
            } => Action::Assign {
                targets: self.targets(targets),
                values: self.formulas(values),
                constrain: constrain.as_ref().map(|e| self.formula(e)),
                next: UNKNOWN,
            },
            StatementKind::Call {
                targets,
                callee,
                arguments,
            } => Action::Call {
                callee: self.procedures[callee],
                arguments: self.formulas(arguments),
                targets: self.targets(targets),
                next: UNKNOWN,
            },
            StatementKind::Assume(condition) => Action::Assume(self.formula(condition), UNKNOWN),
            StatementKind::Assert(condition) => Action::Assert(self.formula(condition), UNKNOWN),
            StatementKind::Goto(_) => Action::Goto(Vec::new()),
            StatementKind::Return(values) => Action::Return(self.formulas(values)),
            StatementKind::If {
                branches,
                otherwise,
            } => return self.conditional(statement, branches, otherwise, base),
            StatementKind::While { condition, body } => {
                let test = self.test(TestKeyword::While, condition);
                let at = self.node(base, &statement.labels, statement, test);
                let inner = self.dangling.len();
                self.dangling.push(Dangling::Next(at));
                self.sequence(body, inner);
                self.patch(inner, at);
                self.dangling.push(Dangling::Otherwise(at));
                return;
            }
        };
        let falls_through = !matches!(action, Action::Goto(_) | Action::Return(_));
        let at = self.node(base, &statement.labels, statement, action);
        if let StatementKind::Goto(labels) = &statement.kind {
            self.jumps.push((at, labels));
        }
        if falls_through {
            self.dangling.push(Dangling::Next(at));
        }
    }

    fn conditional(
        &mut self,
        statement: &'a Statement,
        branches: &'a [(Expr, Vec<Statement>)],
        otherwise: &'a [Statement],
        base: usize,
    ) {
        let mut labels = &statement.labels[..];
        let mut keyword = TestKeyword::If;
        // The edges that lead to the next test; of the first, those that lead to the statement.
        let mut from = base;
        for (condition, body) in branches {
            let test = self.test(keyword, condition);
            let at = self.node(from, labels, statement, test);
            let inner = self.dangling.len();
            self.dangling.push(Dangling::Next(at));
            self.sequence(body, inner);
            from = self.dangling.len();
            self.dangling.push(Dangling::Otherwise(at));
            labels = &[];
            keyword = TestKeyword::Elsif;
        }
        self.sequence(otherwise, from);
    }

    fn test(&self, keyword: TestKeyword, condition: &Expr) -> Action {
        Action::Test {
            keyword,
            condition: self.formula(condition),
            then: UNKNOWN,
            otherwise: UNKNOWN,
        }
    }

    /// A new node, to which the dangling edges from `base` on lead.
    fn node(
        &mut self,
        base: usize,
        labels: &'a [Identifier],
        statement: &Statement,
        action: Action,
    ) -> usize {
        let at = self.nodes.len();
        self.nodes.push(Node {
            labels: labels.to_vec(),
            line: statement.line,
            origin: statement.origin,
            action,
        });
        for label in labels {
            self.labels.insert(label, node_id(at));
        }
        self.patch(base, at);
        at
    }

    fn patch(&mut self, base: usize, target: usize) {
        let target = node_id(target);
        for edge in self.dangling.drain(base..) {
            let end = match edge {
                Dangling::Next(from) => self.nodes[from].action.next_mut(),
                Dangling::Otherwise(from) => self.nodes[from].action.otherwise_mut(),
            };
            if let Some(end) = end {
                *end = target;
            }
        }
    }

    fn targets(&self, targets: &[Option<Identifier>]) -> Vec<Option<Slot>> {
        let slot = |target: &Option<Identifier>| target.as_ref().map(|name| self.slots[name]);
        targets.iter().map(slot).collect()
    }

    fn formulas(&self, expressions: &[Expr]) -> Vec<Formula> {
        expressions.iter().map(|e| self.formula(e)).collect()
    }

    fn formula(&self, expression: &Expr) -> Formula {
        let boxed = |part: &Expr| Box::new(self.formula(part));
        match expression {
            Expr::Constant(value) => Formula::Constant(*value),
            Expr::Variable(name) => Formula::Variable(self.slots[name]),
            Expr::Next(name) => Formula::Next(self.slots[name]),
            Expr::Lost => Formula::Lost,
            Expr::Nondet => Formula::Nondet,
            Expr::Not(operand) => Formula::Not(boxed(operand)),
            Expr::Binary(operator, operands) => Formula::Binary(*operator, self.formulas(operands)),
            Expr::Choose(positive, negative) => Formula::Choose(boxed(positive), boxed(negative)),
            Expr::Conditional(condition, then, otherwise) => {
                Formula::Conditional(boxed(condition), boxed(then), boxed(otherwise))
            }
        }
    }
}

fn node_id(at: usize) -> NodeId {
    NodeId(u32::try_from(at).expect("fewer than 2^32 statements"))
}
