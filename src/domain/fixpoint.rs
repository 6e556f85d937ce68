//! The least fixpoint of the abstract post operator, by a worklist.

use std::collections::{BTreeSet, VecDeque};

use super::post::Transformers;
use super::trivector::{Elements, Tri, Trivector};
use super::{Domain, Error, Exploration};
use crate::bp::Identifier;
use crate::bp::control::{Control, NodeId, Point, ProcedureId};

pub(super) struct Fixpoint<'a> {
    control: &'a Control,
    transformers: Transformers<'a>,
    /// Whether there is one trivector per point.
    joins: bool,
    /// By procedure and slot: whether the variable is to be decided.
    focus: Vec<Vec<bool>>,
    limit: usize,
    /// How many trivectors there are.
    count: usize,
    elements: Vec<Vec<Elements>>,
    /// By procedure: what is known of entry and exit of calls that return.
    summaries: Vec<Elements>,
    callers: Vec<Vec<Point>>,
    fails: BTreeSet<Point>,
    pending: VecDeque<(Point, Trivector)>,
}

impl<'a> Fixpoint<'a> {
    pub(super) fn new(
        control: &'a Control,
        domain: &Domain,
        limit: usize,
    ) -> Result<Fixpoint<'a>, Error> {
        let mut callers = vec![Vec::new(); control.procedures.len()];
        for point in control.points() {
            if let Some((callee, _)) = control.node(point).action.call() {
                callers[callee.0 as usize].push(point);
            }
        }
        let elements = |count| vec![Elements::default(); count];
        let nodes = control.procedures.iter().map(|p| elements(p.nodes.len()));
        Ok(Fixpoint {
            control,
            transformers: Transformers::new(control, limit),
            joins: *domain == Domain::Cartesian,
            focus: focus(control, domain)?,
            limit,
            count: 0,
            elements: nodes.collect(),
            summaries: elements(control.procedures.len()),
            callers,
            fails: BTreeSet::new(),
            pending: VecDeque::new(),
        })
    }

    pub(super) fn run(mut self) -> Result<Exploration<'a>, Error> {
        let main = self.control.main;
        let known = self.control.globals + self.control.procedure(main).parameters;
        self.enter(main, vec![Tri::Star; known])?;
        while let Some((point, element)) = self.pending.pop_front() {
            self.step(point, &element)?;
        }
        Ok(Exploration {
            control: self.control,
            elements: self.elements,
            fails: self.fails,
        })
    }

    /// What is known of the entry comes first in an element: so many components.
    fn known(&self, procedure: ProcedureId) -> usize {
        self.control.globals + self.control.procedure(procedure).parameters
    }

    fn step(&mut self, point: Point, element: &[Tri]) -> Result<(), Error> {
        let (entry, current) = element.split_at(self.known(point.procedure));
        let outcomes = self.transformers.post(point, current)?;
        if outcomes.fails {
            self.fails.insert(point);
        }
        for (to, after) in outcomes.goes {
            self.arrive(point.procedure, to, entry, &after)?;
        }
        if let Some(handed) = outcomes.enters
            && let Some((callee, next)) = self.control.node(point).action.call()
        {
            self.enter(callee, handed)?;
            for at in 0..self.summaries[callee.0 as usize].list.len() {
                let summary = self.summaries[callee.0 as usize].list[at].clone();
                self.resume((point, next), callee, element, &summary)?;
            }
        }
        if let Some(exit) = outcomes.leaves {
            self.leave(point.procedure, &[entry, &exit].concat())?;
        }
        Ok(())
    }

    /// Enters a procedure: with a decided value, the present is the entry; otherwise both are open.
    fn enter(&mut self, callee: ProcedureId, handed: Trivector) -> Result<(), Error> {
        let locals = self.control.procedure(callee).variables.len() - handed.len();
        let with_locals = |entry: &[Tri]| [entry, &vec![Tri::Star; locals]].concat();
        if self.callers[callee.0 as usize].is_empty() {
            // Nobody waits for its return: the entry need not be known.
            return self.arrive(callee, NodeId(0), &handed, &with_locals(&handed));
        }
        for entry in self.focused(callee, handed)? {
            self.arrive(callee, NodeId(0), &entry, &with_locals(&entry))?;
        }
        Ok(())
    }

    fn leave(&mut self, procedure: ProcedureId, summary: &Trivector) -> Result<(), Error> {
        let Some(summary) = self.added(None, procedure, summary)? else {
            return Ok(());
        };
        for caller in self.callers[procedure.0 as usize].clone() {
            let Some((_, next)) = self.control.node(caller).action.call() else {
                continue;
            };
            let place = &self.elements[caller.procedure.0 as usize][caller.node.0 as usize];
            for element in place.list.clone() {
                self.resume((caller, next), procedure, &element, &summary)?;
            }
        }
        Ok(())
    }

    fn resume(
        &mut self,
        (point, next): (Point, NodeId),
        callee: ProcedureId,
        element: &[Tri],
        summary: &[Tri],
    ) -> Result<(), Error> {
        let (entry, current) = element.split_at(self.known(point.procedure));
        let summary = summary.split_at(self.known(callee));
        if let Some(after) = self.transformers.returned(point, current, summary)? {
            self.arrive(point.procedure, next, entry, &after)?;
        }
        Ok(())
    }

    /// Adds a state to a point, and what is new there to the work.
    fn arrive(
        &mut self,
        procedure: ProcedureId,
        node: NodeId,
        entry: &[Tri],
        current: &[Tri],
    ) -> Result<(), Error> {
        for current in self.focused(procedure, current.to_vec())? {
            let element = [entry, &current].concat();
            if let Some(new) = self.added(Some(node), procedure, &element)? {
                self.pending.push_back((procedure.at(node), new));
            }
        }
        Ok(())
    }

    /// Adds an element to a node, or to the summary; what has to be looked at, if it was new.
    fn added(
        &mut self,
        node: Option<NodeId>,
        procedure: ProcedureId,
        element: &Trivector,
    ) -> Result<Option<Trivector>, Error> {
        let procedure = procedure.0 as usize;
        let place = match node {
            Some(node) => &mut self.elements[procedure][node.0 as usize],
            None => &mut self.summaries[procedure],
        };
        if self.joins {
            return Ok(place.widen(element));
        }
        if !place.add(element) {
            return Ok(None);
        }
        self.count += 1;
        if self.count > self.limit {
            return Err(Error::TooMany(self.limit));
        }
        Ok(Some(element.clone()))
    }

    /// The focus operation of Section 9.3: the first variables of a procedure, those in focus
    /// decided each way that `enforce` allows.
    fn focused(
        &mut self,
        procedure: ProcedureId,
        first: Trivector,
    ) -> Result<Vec<Trivector>, Error> {
        let variables = self.control.procedure(procedure).variables.len();
        let length = first.len();
        let mut decided = Vec::new();
        let mut pending = vec![first];
        while let Some(mut some) = pending.pop() {
            some.resize(variables, Tri::Star);
            let Some(some) = self.transformers.admitted(procedure, &some)? else {
                continue;
            };
            let focus = &self.focus[procedure.0 as usize][..length];
            let open = |(at, wanted): (usize, &bool)| *wanted && some[at] == Tri::Star;
            let Some(at) = focus.iter().enumerate().position(open) else {
                decided.push(some[..length].to_vec());
                continue;
            };
            for value in [Tri::True, Tri::False] {
                let mut split = some.clone();
                split[at] = value;
                pending.push(split);
            }
            if pending.len() + decided.len() > self.limit {
                return Err(Error::TooMany(self.limit));
            }
        }
        Ok(decided)
    }
}

/// By procedure and slot: whether the variable is in focus.
fn focus(control: &Control, domain: &Domain) -> Result<Vec<Vec<bool>>, Error> {
    let everywhere = |wanted: &dyn Fn(usize, &Identifier) -> bool| -> Vec<Vec<bool>> {
        let procedures = control.procedures.iter();
        let flags = procedures.map(|procedure| {
            let variables = procedure.variables.iter().enumerate();
            variables.map(|(at, name)| wanted(at, name)).collect()
        });
        flags.collect()
    };
    let names = match domain {
        Domain::Cartesian | Domain::Disjunctive => return Ok(everywhere(&|_, _| false)),
        Domain::TotalFocus => return Ok(everywhere(&|_, _| true)),
        Domain::Focus(names) => names,
    };
    let mut focus = everywhere(&|_, _| false);
    for wanted in names {
        let number: Option<usize> = wanted.as_str().parse().ok();
        let by_name = everywhere(&|_, name| name == wanted);
        let by_number = everywhere(&|at, _| number == Some(at + 1));
        let any = |flags: &[Vec<bool>]| flags.iter().flatten().any(|flag| *flag);
        let Some(found) = [by_name, by_number].into_iter().find(|flags| any(flags)) else {
            return Err(Error::NoSuchVariable(wanted.clone()));
        };
        for (flag, more) in focus.iter_mut().flatten().zip(found.iter().flatten()) {
            *flag |= more;
        }
    }
    Ok(focus)
}
