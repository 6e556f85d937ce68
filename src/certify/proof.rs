//! Proofs: what is said to hold where.

use std::collections::BTreeSet;

use super::obligation::Claim;
use crate::flow::{BlockId, FlowProgram, SubprogramId};
use crate::logic::{Term, Variable};

/// The invariants of a whole program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proof {
    /// Per subprogram, in order.
    pub subprograms: Vec<SubprogramProof>,
    /// Of the most general client.
    pub main: SubprogramProof,
}

/// The invariants of one subprogram. All are over its variables and those of the unit, and over
/// their values [at entry](at_entry).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SubprogramProof {
    /// What holds whenever it is called, over values at entry; of `main` nothing is taken from it.
    pub entry: Relation,
    /// What holds at the start of each block, in order.
    pub blocks: Vec<Relation>,
    /// What holds whenever it returns: from the values at entry to those of formals and globals.
    pub summary: Relation,
}

/// A condition as a graph of decisions, which stays small where a formula would not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Relation {
    /// The decisions; those that one leads to stand before it.
    decisions: Vec<Decision>,
    /// Where to begin: 0 is false, 1 is true, 2 is the first decision.
    root: usize,
}

/// A decision of a [`Relation`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    /// What is asked.
    pub condition: Term,
    /// Where it leads if it holds: 0 is false, 1 is true, 2 is the first decision.
    pub on_true: usize,
    /// Where it leads if it does not.
    pub on_false: usize,
}

/// The variable that stands for the value of `variable` when the subprogram was entered. No
/// identifier contains `@`.
pub fn at_entry(variable: &Variable) -> Variable {
    Variable::new(&format!("{}@entry", variable.name), variable.sort.clone())
}

impl Relation {
    /// Holds everywhere.
    pub fn always() -> Relation {
        Relation::constant(true)
    }

    /// Holds nowhere.
    pub fn never() -> Relation {
        Relation::constant(false)
    }

    #[allow(clippy::fn_params_excessive_bools)] // the value itself, not a flag
    fn constant(value: bool) -> Relation {
        Relation {
            decisions: Vec::new(),
            root: usize::from(value),
        }
    }

    /// Holds where the term does.
    pub fn of(condition: Term) -> Relation {
        let decision = Decision {
            condition,
            on_true: 1,
            on_false: 0,
        };
        Relation::new(vec![decision], 2)
    }

    /// The graph of these decisions; 0 is false, 1 is true, 2 is the first of them.
    ///
    /// # Panics
    /// If a decision leads to itself or to a later one, or the root to nothing.
    pub fn new(decisions: Vec<Decision>, root: usize) -> Relation {
        let made = Relation::checked(decisions, root);
        made.expect("decisions lead to earlier ones, and the root to one of them")
    }

    /// The same; `None` where a decision leads to itself or to a later one, or the root to nothing.
    pub fn checked(decisions: Vec<Decision>, root: usize) -> Option<Relation> {
        let leads_back = |(at, decision): (usize, &Decision)| {
            decision.on_true < at + 2 && decision.on_false < at + 2
        };
        let is_graph = decisions.iter().enumerate().all(leads_back);
        (is_graph && root < decisions.len() + 2).then_some(Relation { decisions, root })
    }

    /// The decisions and where to begin, as [`new`](Relation::new) takes them.
    pub fn parts(&self) -> (&[Decision], usize) {
        (&self.decisions, self.root)
    }

    /// Whether it holds everywhere by its form.
    pub fn is_always(&self) -> bool {
        self.root == 1
    }

    /// Whether it holds nowhere by its form.
    pub fn is_never(&self) -> bool {
        self.root == 0
    }

    /// Whether it speaks of these variables only.
    fn is_about(&self, known: &BTreeSet<Variable>) -> bool {
        let mut conditions = self.decisions.iter().map(|decision| &decision.condition);
        conditions.all(|condition| condition.free_variables().is_subset(known))
    }

    /// As a term, with the free variables of the conditions replaced. What several decisions lead
    /// to becomes a variable that `name` invents, defined by an equation in `definitions`.
    pub(super) fn term(
        &self,
        replace: &dyn Fn(&Variable) -> Term,
        name: &mut dyn FnMut() -> Variable,
        definitions: &mut Vec<Term>,
    ) -> Term {
        let mut uses = vec![0; self.decisions.len() + 2];
        uses[self.root] += 1;
        for (at, decision) in self.decisions.iter().enumerate().rev() {
            if uses[at + 2] > 0 {
                uses[decision.on_true] += 1;
                uses[decision.on_false] += 1;
            }
        }
        let mut terms = vec![Term::bool(false), Term::bool(true)];
        for (at, decision) in (2..).zip(&self.decisions) {
            if uses[at] == 0 {
                terms.push(Term::bool(false));
                continue;
            }
            let condition = decision.condition.map_variables(replace);
            let (yes, no) = (&terms[decision.on_true], &terms[decision.on_false]);
            let decided = decided(condition, yes, no);
            terms.push(if uses[at] > 1 {
                let variable = Term::variable(&name());
                definitions.push(Term::equal(variable.clone(), decided));
                variable
            } else {
                decided
            });
        }
        terms.swap_remove(self.root)
    }
}

/// `(if condition then yes else no)`, shorter where one of them is a constant.
fn decided(condition: Term, yes: &Term, no: &Term) -> Term {
    if yes.is_bool(true) {
        Term::or([condition, no.clone()])
    } else if yes.is_bool(false) {
        Term::and([Term::not(condition), no.clone()])
    } else if no.is_bool(true) {
        Term::or([Term::not(condition), yes.clone()])
    } else if no.is_bool(false) {
        Term::and([condition, yes.clone()])
    } else {
        Term::if_then_else(condition, yes.clone(), no.clone())
    }
}

impl Proof {
    /// The proof that says nothing.
    pub fn nothing(program: &FlowProgram) -> Proof {
        let of = |blocks: usize| SubprogramProof {
            entry: Relation::always(),
            blocks: vec![Relation::always(); blocks],
            summary: Relation::always(),
        };
        let subprograms = program.subprograms.iter();
        Proof {
            subprograms: subprograms.map(|found| of(found.blocks.len())).collect(),
            main: of(program.main.blocks.len()),
        }
    }

    /// The part of a subprogram; of `main` for `None`.
    pub fn of(&self, subprogram: Option<SubprogramId>) -> &SubprogramProof {
        subprogram.map_or(&self.main, |id| &self.subprograms[id.0 as usize])
    }

    /// The same, to be changed.
    pub fn of_mut(&mut self, subprogram: Option<SubprogramId>) -> &mut SubprogramProof {
        match subprogram {
            Some(id) => &mut self.subprograms[id.0 as usize],
            None => &mut self.main,
        }
    }

    /// What of it speaks of variables that are not there. Such a variable would be one for all places
    /// and might bear a name that an obligation invents: nothing may rest on it.
    pub(super) fn foreign(&self, program: &FlowProgram) -> Vec<Claim> {
        let mut found = Vec::new();
        let ids = (0..).map(SubprogramId).take(program.subprograms.len());
        for id in ids.map(Some).chain([None]) {
            let subprogram = id.map_or(&program.main, |id| program.subprogram(id));
            let variables = program.globals.iter().chain(subprogram.variables());
            let known: BTreeSet<Variable> = variables
                .flat_map(|known| [known.variable.clone(), at_entry(&known.variable)])
                .collect();
            let own = self.of(id);
            let blocks = (0..).map(BlockId).zip(&own.blocks);
            let blocks = blocks.map(|(at, relation)| (Claim::Block(id, at), relation));
            let ends = id.into_iter().flat_map(|id| {
                [
                    (Claim::Entry(id), &own.entry),
                    (Claim::Summary(id), &own.summary),
                ]
            });
            let foreign = blocks
                .chain(ends)
                .filter(|(_, said)| !said.is_about(&known));
            found.extend(foreign.map(|(claim, _)| claim));
        }
        found
    }

    /// Says no longer what could not be confirmed.
    pub(super) fn give_up(&mut self, claim: Claim) {
        match claim {
            Claim::Check(_) | Claim::Unreachable(_) => {}
            Claim::Block(subprogram, block) => {
                self.of_mut(subprogram).blocks[block.0 as usize] = Relation::always();
            }
            Claim::Entry(subprogram) => {
                self.of_mut(Some(subprogram)).entry = Relation::always();
            }
            Claim::Summary(subprogram) => {
                self.of_mut(Some(subprogram)).summary = Relation::always();
            }
        }
    }
}
