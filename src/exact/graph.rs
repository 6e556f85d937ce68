//! A program without calls: [`Control`] → [`Graph`], where each call has a copy of its procedure.
//!
//! No procedure is active twice at one time, so one set of variables serves all copies of it; what
//! tells the copies apart is where they return to.

use super::Error;
use crate::bp::Identifier;
use crate::bp::calls::callable;
use crate::bp::control::{Action, Control, Formula, NodeId, Point, ProcedureId, Slot};
use crate::reach::constraint;

/// A program in which control is never more than a node.
#[derive(Debug)]
pub(super) struct Graph {
    /// The nodes; the first is where `main` begins.
    pub(super) nodes: Vec<GraphNode>,
    /// The copies of procedures; the first is `main`.
    pub(super) frames: Vec<Frame>,
    /// Whose each variable is, and what it is called there; globals first.
    pub(super) variables: Vec<(Option<ProcedureId>, Identifier)>,
    /// Per procedure what its states satisfy, over the variables of the graph.
    pub(super) enforce: Vec<Option<Formula>>,
    globals: usize,
    /// Per procedure which variables its own are; none of one that is never called.
    own: Vec<Vec<Slot>>,
}

/// A copy of a procedure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Frame {
    pub(super) procedure: ProcedureId,
    /// Where its nodes begin.
    base: usize,
    /// The frame and the node that wait for it to return; none of `main`.
    pub(super) caller: Option<(usize, NodeId)>,
}

/// A point of a frame, or an end.
#[derive(Debug, Clone)]
pub(super) struct GraphNode {
    pub(super) place: Place,
    pub(super) frame: usize,
    pub(super) action: GraphAction,
}

/// Where control is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// Before the statement at a point.
    At(Point),
    /// The assertion at a point has failed.
    Failed(Point),
    /// `main` has returned.
    Ended,
}

/// What a node does.
#[derive(Debug, Clone)]
pub(super) enum GraphAction {
    /// Leads to one of the nodes; nobody says who chooses.
    Goto(Vec<usize>),
    /// Goes on where the condition is 1.
    Assume(Formula, usize),
    /// A test, or an assertion, which is a test whose second way is its failure.
    Branch {
        condition: Formula,
        then: usize,
        otherwise: usize,
    },
    /// A parallel assignment, a call or a return.
    Assign {
        targets: Vec<Slot>,
        values: Vec<Formula>,
        constrain: Option<Formula>,
        /// The procedure whose `enforce` holds afterwards.
        lands_in: ProcedureId,
        next: usize,
    },
    /// The run is over: it stays for ever as it is.
    Stay,
}

impl Graph {
    /// The graph of what `main` may call.
    ///
    /// # Errors
    /// [`Error::Recursion`] and [`Error::TooManyCopies`].
    pub(super) fn new(control: &Control, limit: usize) -> Result<Graph, Error> {
        let called = callable(control)?;
        let main = control.procedure(control.main);
        let globals = main.variables.iter().take(control.globals);
        let mut variables: Vec<(Option<ProcedureId>, Identifier)> =
            globals.map(|name| (None, name.clone())).collect();
        // What a call copies stands side by side, as far as procedures declare it in the same order:
        // diagrams that compare it stay small.
        let mut own = vec![Vec::new(); control.procedures.len()];
        let most = called
            .iter()
            .map(|id| control.procedure(*id).variables.len());
        for at in control.globals..most.max().unwrap_or(0) {
            for id in &called {
                if let Some(name) = control.procedure(*id).variables.get(at) {
                    own[id.0 as usize].push(slot_at(variables.len()));
                    variables.push((Some(*id), name.clone()));
                }
            }
        }
        let mut graph = Graph {
            nodes: Vec::new(),
            frames: Vec::new(),
            variables,
            enforce: Vec::new(),
            globals: control.globals,
            own,
        };
        graph.enforce = (0..)
            .map(ProcedureId)
            .zip(&control.procedures)
            .map(|(id, procedure)| {
                let is_called = called.contains(&id);
                let condition = procedure.enforce.as_ref().filter(|_| is_called);
                condition.map(|formula| graph.formula(id, formula))
            })
            .collect();
        graph.open(control, control.main, None);
        let mut at = 0;
        while at < graph.frames.len() {
            graph.fill(control, at);
            if graph.nodes.len() > limit {
                return Err(Error::TooManyCopies { limit });
            }
            at += 1;
        }
        Ok(graph)
    }

    /// The variable of the graph that a slot of a procedure is.
    pub(super) fn slot(&self, procedure: ProcedureId, slot: Slot) -> Slot {
        let at = (slot.0 as usize).checked_sub(self.globals);
        // A procedure that is never called has no variables here, and no node where they are read.
        let own = at.and_then(|at| self.own[procedure.0 as usize].get(at));
        own.copied().unwrap_or(slot)
    }

    /// The slot of a procedure that a variable of the graph is; none if it is another's.
    pub(super) fn slot_in(&self, procedure: ProcedureId, slot: Slot) -> Option<Slot> {
        if (slot.0 as usize) < self.globals {
            return Some(slot);
        }
        let own = self.own[procedure.0 as usize].binary_search(&slot).ok()?;
        Some(slot_at(self.globals + own))
    }

    /// The nodes control may be at next.
    pub(super) fn successors(&self, node: usize) -> Vec<usize> {
        match &self.nodes[node].action {
            GraphAction::Goto(targets) => targets.clone(),
            GraphAction::Assume(_, next) | GraphAction::Assign { next, .. } => vec![*next],
            GraphAction::Branch {
                then, otherwise, ..
            } => vec![*then, *otherwise],
            GraphAction::Stay => vec![node],
        }
    }

    /// The procedure whose variables are read at a node.
    pub(super) fn procedure(&self, node: usize) -> ProcedureId {
        self.frames[self.nodes[node].frame].procedure
    }

    /// Whether a procedure waits at a node for another to return, or runs there itself.
    pub(super) fn is_active(&self, node: usize, procedure: ProcedureId) -> bool {
        let mut frame = Some(self.nodes[node].frame);
        while let Some(at) = frame {
            if self.frames[at].procedure == procedure {
                return true;
            }
            frame = self.frames[at].caller.map(|(caller, _)| caller);
        }
        false
    }

    /// A frame whose nodes are still to be filled in.
    fn open(&mut self, control: &Control, procedure: ProcedureId, caller: Option<(usize, NodeId)>) {
        let frame = self.frames.len();
        self.frames.push(Frame {
            procedure,
            base: self.nodes.len(),
            caller,
        });
        let nodes = (0..).map(NodeId).zip(&control.procedure(procedure).nodes);
        self.nodes.extend(nodes.map(|(node, _)| GraphNode {
            place: Place::At(procedure.at(node)),
            frame,
            action: GraphAction::Stay,
        }));
    }

    fn fill(&mut self, control: &Control, frame: usize) {
        let Frame {
            procedure, base, ..
        } = self.frames[frame];
        let nodes = (0..).map(NodeId).zip(&control.procedure(procedure).nodes);
        for (id, node) in nodes {
            let action = self.action(control, frame, (id, &node.action));
            self.nodes[base + id.0 as usize].action = action;
        }
    }

    fn action(
        &mut self,
        control: &Control,
        frame: usize,
        (id, action): (NodeId, &Action),
    ) -> GraphAction {
        let Frame {
            procedure, base, ..
        } = self.frames[frame];
        let node = |id: &NodeId| base + id.0 as usize;
        match action {
            Action::Skip(next) => GraphAction::Goto(vec![node(next)]),
            Action::Goto(targets) => {
                let mut targets: Vec<usize> = targets.iter().map(node).collect();
                targets.sort_unstable();
                targets.dedup();
                GraphAction::Goto(targets)
            }
            Action::Assign {
                targets,
                values,
                constrain,
                next,
            } => {
                let assigned: Vec<Slot> = targets.iter().flatten().copied().collect();
                let constrain = constrain.as_ref().map(|c| constraint(c, &assigned));
                self.assign(procedure, targets, values, constrain, node(next))
            }
            Action::Assume(condition, next) => {
                GraphAction::Assume(self.formula(procedure, condition), node(next))
            }
            Action::Assert(condition, next) => {
                let otherwise = self.stay(frame, Place::Failed(procedure.at(id)));
                GraphAction::Branch {
                    condition: self.formula(procedure, condition),
                    then: node(next),
                    otherwise,
                }
            }
            Action::Test {
                condition,
                then,
                otherwise,
                ..
            } => GraphAction::Branch {
                condition: self.formula(procedure, condition),
                then: node(then),
                otherwise: node(otherwise),
            },
            Action::Call {
                callee, arguments, ..
            } => {
                let next = self.nodes.len();
                self.open(control, *callee, Some((frame, id)));
                let own = control.procedure(*callee).variables.len();
                let own = (0..).map(Slot).take(own).skip(self.globals);
                let given = arguments.iter().map(|value| self.formula(procedure, value));
                // What a procedure finds in its locals nobody has set: it is lost, not chosen.
                let values = given.chain(std::iter::repeat(Formula::Lost));
                let (targets, values) =
                    own.map(|slot| self.slot(*callee, slot)).zip(values).unzip();
                GraphAction::Assign {
                    targets,
                    values,
                    constrain: None,
                    lands_in: *callee,
                    next,
                }
            }
            Action::Return(values) => self.returning(control, frame, values),
        }
    }

    fn returning(&mut self, control: &Control, frame: usize, values: &[Formula]) -> GraphAction {
        let Frame {
            procedure, caller, ..
        } = self.frames[frame];
        let Some((caller, call)) = caller else {
            let end = self.stay(frame, Place::Ended);
            return GraphAction::Goto(vec![end]);
        };
        let waiting = self.frames[caller];
        let node = control.node(waiting.procedure.at(call));
        let (mut targets, mut next) = (&[][..], call);
        if let Action::Call {
            targets: taken,
            next: after,
            ..
        } = &node.action
        {
            (targets, next) = (taken, *after);
        }
        let next = waiting.base + next.0 as usize;
        // Values that nobody returns are lost.
        let returned = values.iter().map(|value| self.formula(procedure, value));
        let returned = returned.chain(std::iter::repeat(Formula::Lost));
        let taken = targets.iter().zip(returned);
        let taken = taken.filter_map(|(target, value)| Some(((*target)?, value)));
        let (targets, values) = taken
            .map(|(target, value)| (self.slot(waiting.procedure, target), value))
            .unzip();
        GraphAction::Assign {
            targets,
            values,
            constrain: None,
            lands_in: waiting.procedure,
            next,
        }
    }

    fn assign(
        &self,
        procedure: ProcedureId,
        targets: &[Option<Slot>],
        values: &[Formula],
        constrain: Option<Formula>,
        next: usize,
    ) -> GraphAction {
        let assigned = targets.iter().zip(values);
        let assigned = assigned.filter_map(|(target, value)| Some(((*target)?, value)));
        let (targets, values) = assigned
            .map(|(slot, value)| (self.slot(procedure, slot), self.formula(procedure, value)))
            .unzip();
        GraphAction::Assign {
            targets,
            values,
            constrain: constrain.map(|condition| self.formula(procedure, &condition)),
            lands_in: procedure,
            next,
        }
    }

    /// A new node where a run is over.
    fn stay(&mut self, frame: usize, place: Place) -> usize {
        self.nodes.push(GraphNode {
            place,
            frame,
            action: GraphAction::Stay,
        });
        self.nodes.len() - 1
    }

    /// An expression of a procedure over the variables of the graph.
    fn formula(&self, procedure: ProcedureId, formula: &Formula) -> Formula {
        let boxed = |part: &Formula| Box::new(self.formula(procedure, part));
        match formula {
            Formula::Constant(_) | Formula::Lost | Formula::Nondet => formula.clone(),
            Formula::Variable(slot) => Formula::Variable(self.slot(procedure, *slot)),
            Formula::Next(slot) => Formula::Next(self.slot(procedure, *slot)),
            Formula::Not(operand) => Formula::Not(boxed(operand)),
            Formula::Binary(operator, operands) => {
                let operands = operands.iter();
                let operands = operands.map(|operand| self.formula(procedure, operand));
                Formula::Binary(*operator, operands.collect())
            }
            Formula::Choose(positive, negative) => {
                Formula::Choose(boxed(positive), boxed(negative))
            }
            Formula::Conditional(condition, then, otherwise) => {
                Formula::Conditional(boxed(condition), boxed(then), boxed(otherwise))
            }
        }
    }
}

fn slot_at(at: usize) -> Slot {
    Slot(u32::try_from(at).unwrap_or(u32::MAX))
}
