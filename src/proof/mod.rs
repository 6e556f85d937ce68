//! `extract`: what the exploration of a Boolean program found becomes a [`Proof`] about the flow
//! program it was made from.
//!
//! The states reachable at the start of a block, put in terms of the predicates, hold there in
//! every run. Nobody has to believe that: [`certify`](crate::certify) looks at it afresh.

mod ada;
mod invariant;

pub use ada::{Told, told};
pub use invariant::{Invariant, InvariantKind, irredundant, joined};

use crate::abstraction::Abstraction;
use crate::bp::Identifier;
use crate::bp::control::{Point, ProcedureId, Slot};
use crate::certify::{Decision, Proof, Relation, SubprogramProof, at_entry};
use crate::flow::{FlowProgram, FlowSubprogram, SubprogramId};
use crate::logic::{Term, Variable};
use crate::reach::{self, Diagram, Moment, Reachability, Telling, reach};

/// A proof, and what of it people want to read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Evidence {
    /// The proof.
    pub proof: Proof,
    /// What holds in loops, at entries, and from entry to return, where there is something to say.
    pub invariants: Vec<Invariant>,
}

/// The proof that the Boolean program holds for its flow program. Its blocks must be
/// [labelled](crate::abstraction::Points::Labelled), and `flow` must be the program with the blocks
/// that were abstracted.
///
/// # Errors
/// As [`reach()`].
pub fn extract(flow: &FlowProgram, abstraction: &Abstraction) -> Result<Evidence, reach::Error> {
    // A variable that a procedure changes need not change a bit: then the summary must say that
    // the bit stays.
    let config = reach::Config {
        mod_ref: false,
        ..reach::Config::default()
    };
    let mut reachability = reach(&abstraction.program, &config)?;
    let mut invariants = Vec::new();
    let mut subprograms = Vec::new();
    for id in (0..).map(SubprogramId).take(flow.subprograms.len()) {
        let terms = Terms::new(flow, abstraction, Some(id));
        subprograms.push(terms.proof(&mut reachability)?);
        invariants.extend(terms.invariants(id, &mut reachability)?);
    }
    let main = Terms::new(flow, abstraction, None).proof(&mut reachability)?;
    let proof = Proof { subprograms, main };
    Ok(Evidence { proof, invariants })
}

/// What the bits of one procedure stand for.
struct Terms<'a> {
    subprogram: &'a FlowSubprogram,
    procedure: ProcedureId,
    globals: usize,
    parameters: usize,
    /// Per slot; none for what is used on the way only.
    meanings: Vec<Option<Meaning>>,
}

struct Meaning {
    term: Term,
    /// Whether the caller knows what it speaks of.
    is_shared: bool,
}

impl<'a> Terms<'a> {
    fn new(
        flow: &'a FlowProgram,
        abstraction: &Abstraction,
        id: Option<SubprogramId>,
    ) -> Terms<'a> {
        let program = &abstraction.program;
        let at = id.map_or(flow.subprograms.len(), |id| id.0 as usize);
        let subprogram = id.map_or(&flow.main, |id| flow.subprogram(id));
        let procedure = &program.procedures[at];
        let is_shared = |variable: &Variable| {
            let formals = subprogram.formals.iter().map(|formal| &formal.variable);
            let mut known = flow.globals.iter().chain(formals);
            known.any(|known| known.variable == *variable)
        };
        let meaning = |name: &Identifier, home: Option<&Identifier>| {
            let mut all = abstraction.meanings.iter();
            let found = all.find(|m| m.variable == *name && m.procedure.as_ref() == home)?;
            Some(Meaning {
                is_shared: found.term.variables().iter().all(is_shared),
                term: found.term.clone(),
            })
        };
        let own = procedure.parameters.iter().chain(&procedure.locals);
        let globals = program.globals.iter().map(|name| meaning(name, None));
        let meanings = globals
            .chain(own.map(|name| meaning(name, Some(&procedure.name))))
            .collect();
        Terms {
            subprogram,
            procedure: ProcedureId(u32::try_from(at).unwrap_or(u32::MAX)),
            globals: program.globals.len(),
            parameters: procedure.parameters.len(),
            meanings,
        }
    }

    fn proof(&self, reachability: &mut Reachability) -> Result<SubprogramProof, reach::Error> {
        let entry = reachability.relation_at(self.procedure.entry(), &|slot, moment| {
            self.telling_at_entry(slot, moment)
        })?;
        let mut blocks = Vec::new();
        for at in 0..self.subprogram.blocks.len() {
            // A block that control does not reach has no place in the Boolean program.
            blocks.push(match self.start(reachability, at) {
                Some(point) => {
                    let told = |slot, moment| self.telling(slot, moment);
                    self.relation(&reachability.relation_at(point, &told)?)
                }
                None => Relation::never(),
            });
        }
        let summary = reachability.relation_at_return(self.procedure, &|slot, moment| {
            self.telling_at_return(slot, moment)
        })?;
        Ok(SubprogramProof {
            entry: self.relation(&entry),
            blocks,
            summary: self.relation(&summary),
        })
    }

    /// Where a block starts.
    fn start(&self, reachability: &Reachability, block: usize) -> Option<Point> {
        let label = Identifier::new(&format!("at_{block}"));
        let nodes = &reachability.control().procedure(self.procedure).nodes;
        let found = nodes.iter().position(|node| node.labels.contains(&label))?;
        let node = u32::try_from(found).ok()?;
        Some(self.procedure.at(crate::bp::control::NodeId(node)))
    }

    fn meaning(&self, slot: Slot) -> Option<&Meaning> {
        self.meanings.get(slot.0 as usize)?.as_ref()
    }

    /// Everything that can be told of a bit.
    fn telling(&self, slot: Slot, moment: Moment) -> Telling {
        // Only globals and parameters have values at entry.
        let is_handed_over = (slot.0 as usize) < self.globals + self.parameters;
        match self.meaning(slot) {
            None => Telling::Auxiliary,
            Some(_) if moment == Moment::Now || is_handed_over => Telling::Told,
            Some(_) => Telling::Silent,
        }
    }

    /// What can be told at the entry: nothing of present values, which are the same.
    fn telling_at_entry(&self, slot: Slot, moment: Moment) -> Telling {
        let found = self.telling(slot, moment);
        if found == Telling::Told && moment == Moment::Now {
            Telling::Silent
        } else {
            found
        }
    }

    /// What can be told the caller.
    fn telling_at_return(&self, slot: Slot, moment: Moment) -> Telling {
        let found = self.telling(slot, moment);
        let is_shared = self.meaning(slot).is_some_and(|meaning| meaning.is_shared);
        if found == Telling::Told && !is_shared {
            Telling::Silent
        } else {
            found
        }
    }

    fn relation(&self, diagram: &Diagram) -> Relation {
        let decisions = diagram.nodes.iter().map(|node| {
            let (bit, on_true, on_false) = *node;
            Decision {
                condition: self.condition(bit),
                on_true,
                on_false,
            }
        });
        Relation::new(decisions.collect(), diagram.root)
    }
    /// What a bit says.
    fn condition(&self, (slot, moment): (Slot, Moment)) -> Term {
        let term = self.meaning(slot).map(|meaning| &meaning.term);
        match (moment, term) {
            (Moment::Now, Some(term)) => term.clone(),
            (Moment::Entry, Some(term)) => {
                term.map_variables(&|variable| Term::variable(&at_entry(variable)))
            }
            // Nothing is told of what has no meaning.
            (_, None) => Term::bool(true),
        }
    }
}
