//! What is reachable at a point as a graph of decisions, for whoever wants to say it in other words.

use std::collections::BTreeMap;

use super::levels::{Copy, is_copy, level, slot_of};
use super::{Error, Reachability};
use crate::bdd::{Bdd, Level, NodeLimit};
use crate::bp::control::{Action, Point, ProcedureId, Slot};

/// Diagrams with more nodes are not written out as clauses, of which there may be many more.
const READABLE: usize = 200;

/// Which value of a variable a decision asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Moment {
    /// The one it had when the procedure was entered.
    Entry,
    /// The one it has.
    Now,
}

/// What is to be told of a bit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Telling {
    /// Its value.
    Told,
    /// Nothing; it has a meaning all the same.
    Silent,
    /// Nothing: it has a meaning only on the way, and never at this point.
    Auxiliary,
}

/// A relation between values at entry and present values: each node asks one bit and leads on to
/// nodes before it. 0 is false, 1 is true, 2 is the first node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagram {
    /// Per node: what it asks, where it leads if that is 1, and where if it is 0.
    pub nodes: Vec<((Slot, Moment), usize, usize)>,
    /// Where to begin.
    pub root: usize,
}

/// A conjunction of disjunctions of bits and their negations.
pub type Clauses = Vec<Vec<((Slot, Moment), bool)>>;

impl Reachability {
    /// From values at entry to present values at a point. What `telling` is silent of is left out,
    /// and what `enforce` excludes is not excluded once more.
    ///
    /// # Errors
    /// [`Error::NodeLimit`].
    pub fn relation_at(
        &mut self,
        point: Point,
        telling: &dyn Fn(Slot, Moment) -> Telling,
    ) -> Result<Diagram, Error> {
        let edges = self.edges.at(&self.space, point);
        Ok(self.told(point.procedure, edges, telling)?)
    }

    /// The same for wherever a procedure returns.
    ///
    /// # Errors
    /// [`Error::NodeLimit`].
    pub fn relation_at_return(
        &mut self,
        procedure: ProcedureId,
        telling: &dyn Fn(Slot, Moment) -> Telling,
    ) -> Result<Diagram, Error> {
        let edges = self.edges_at_return(procedure)?;
        Ok(self.told(procedure, edges, telling)?)
    }

    /// As [`Reachability::relation_at`], as an irredundant conjunction of prime clauses: none if
    /// everything is possible, an empty one if nothing is. `None` if it is too large to be read.
    ///
    /// # Errors
    /// [`Error::NodeLimit`].
    pub fn clauses_at(
        &mut self,
        point: Point,
        telling: &dyn Fn(Slot, Moment) -> Telling,
    ) -> Result<Option<Clauses>, Error> {
        let edges = self.edges.at(&self.space, point);
        Ok(self.clauses(point.procedure, edges, telling)?)
    }

    /// The same for wherever a procedure returns.
    ///
    /// # Errors
    /// [`Error::NodeLimit`].
    pub fn clauses_at_return(
        &mut self,
        procedure: ProcedureId,
        telling: &dyn Fn(Slot, Moment) -> Telling,
    ) -> Result<Option<Clauses>, Error> {
        let edges = self.edges_at_return(procedure)?;
        Ok(self.clauses(procedure, edges, telling)?)
    }

    fn edges_at_return(&mut self, procedure: ProcedureId) -> Result<Bdd, NodeLimit> {
        let control = std::sync::Arc::clone(&self.space.control);
        let mut all = Bdd::FALSE;
        for point in control.points() {
            let returns = matches!(control.node(point).action, Action::Return(_));
            if point.procedure == procedure && returns {
                let edges = self.edges.at(&self.space, point);
                all = self.space.manager.or(all, edges)?;
            }
        }
        Ok(all)
    }

    fn clauses(
        &mut self,
        procedure: ProcedureId,
        edges: Bdd,
        telling: &dyn Fn(Slot, Moment) -> Telling,
    ) -> Result<Option<Clauses>, NodeLimit> {
        let (states, care) = self.projected(procedure, edges, telling)?;
        let manager = &mut self.space.manager;
        if manager.size(states) > READABLE {
            return Ok(None);
        }
        // The clauses are the negated cubes of the complement.
        let outside = manager.minus(care, states)?;
        let cubes = manager.prime_cover_between(outside, !states)?;
        let literal = |(at, value): (Level, bool)| (place(at), !value);
        let clause = |cube: crate::bdd::Cube| cube.into_iter().map(literal).collect();
        Ok(Some(cubes.into_iter().map(clause).collect()))
    }

    fn told(
        &mut self,
        procedure: ProcedureId,
        edges: Bdd,
        telling: &dyn Fn(Slot, Moment) -> Telling,
    ) -> Result<Diagram, NodeLimit> {
        let (states, care) = self.projected(procedure, edges, telling)?;
        // Where nothing is reachable, what is not cared for is not either.
        let small = if states == Bdd::FALSE {
            states
        } else {
            self.space.manager.restrict(states, care)?
        };
        Ok(self.diagram(small))
    }

    /// The edges over the bits that are told, and the valuations of those that `enforce` allows.
    fn projected(
        &mut self,
        procedure: ProcedureId,
        edges: Bdd,
        telling: &dyn Fn(Slot, Moment) -> Telling,
    ) -> Result<(Bdd, Bdd), NodeLimit> {
        let enforce = self.space.interface(procedure)?.enforce;
        let slots = self.space.control.procedure(procedure).variables.len();
        let (mut silent, mut auxiliary) = (Vec::new(), Vec::new());
        for slot in (0..).map(Slot).take(slots) {
            for (moment, copy) in [(Moment::Entry, Copy::Entry), (Moment::Now, Copy::Current)] {
                match telling(slot, moment) {
                    Telling::Told => {}
                    Telling::Silent => silent.push(level(slot, copy)),
                    Telling::Auxiliary => auxiliary.push(level(slot, copy)),
                }
            }
        }
        let manager = &mut self.space.manager;
        let silent = manager.cube_of(silent)?;
        let auxiliary = manager.cube_of(auxiliary)?;
        let states = manager.exists(edges, auxiliary)?;
        let states = manager.exists(states, silent)?;
        // A part of `enforce` that an auxiliary bit suspends on the way counts here.
        let forbidden = manager.exists(!enforce, auxiliary)?;
        let care = manager.exists(!forbidden, silent)?;
        Ok((states, care))
    }

    fn diagram(&self, function: Bdd) -> Diagram {
        let manager = &self.space.manager;
        let mut nodes = Vec::new();
        let mut known: BTreeMap<Bdd, usize> = BTreeMap::from([(Bdd::FALSE, 0), (Bdd::TRUE, 1)]);
        let mut open = vec![function];
        while let Some(&at) = open.last() {
            let decision = manager.decision(at);
            let Some((asked, low, high)) = decision.filter(|_| !known.contains_key(&at)) else {
                open.pop();
                continue;
            };
            if let (Some(&on_true), Some(&on_false)) = (known.get(&high), known.get(&low)) {
                known.insert(at, nodes.len() + 2);
                nodes.push((place(asked), on_true, on_false));
                open.pop();
            } else {
                let unknown = [high, low]
                    .into_iter()
                    .filter(|next| !known.contains_key(next));
                open.extend(unknown);
            }
        }
        Diagram {
            root: known[&function],
            nodes,
        }
    }
}

/// The bit at a level of a value that is told.
fn place(level: Level) -> (Slot, Moment) {
    let moment = if is_copy(level, Copy::Entry) {
        Moment::Entry
    } else {
        Moment::Now
    };
    (slot_of(level), moment)
}
