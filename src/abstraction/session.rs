//! A conversation with an oracle about one context, with everything it ever said kept.
//!
//! Every model the oracle returns is stored as the truth values of all atoms; a question that a
//! stored model answers is not asked. All targets of a block share the models.

use super::cube::Cube;
use crate::smt::{Answer, Context, Error, Literal, Oracle};

/// What is known of a combination of literals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Possibility {
    /// Some state satisfies them.
    Possible,
    /// No state satisfies them.
    Impossible,
    /// The oracle could not tell.
    Unknown,
}

/// One context, its oracle, and what has been learnt.
pub(super) struct Session<'a> {
    oracle: &'a mut dyn Oracle,
    models: Vec<Vec<bool>>,
    impossible: Vec<Cube>,
    memory: Memory,
    counts: Counts,
}

/// What a session keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Memory {
    /// Every answer.
    Lasting,
    /// No answer.
    Fleeting,
}

/// What a session cost.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Questions the oracle had to answer.
    pub asked: u64,
    /// Questions answered from stored models.
    pub from_models: u64,
    /// Questions answered from combinations known to be impossible.
    pub from_impossible: u64,
    /// Questions nobody could answer.
    pub unknown: u64,
}

impl<'a> Session<'a> {
    /// Begins a conversation about `context`.
    pub(super) fn open(
        oracle: &'a mut dyn Oracle,
        context: &Context,
    ) -> Result<Session<'a>, Error> {
        oracle.begin(context)?;
        Ok(Session {
            oracle,
            models: Vec::new(),
            impossible: Vec::new(),
            memory: Memory::Lasting,
            counts: Counts::default(),
        })
    }

    /// Asks the same question again whenever it comes up: for methods that are to be measured
    /// without what is learnt on the way.
    pub(super) fn forget_answers(&mut self) {
        self.memory = Memory::Fleeting;
    }

    /// What it has cost so far.
    pub(super) fn counts(&self) -> Counts {
        self.counts
    }

    /// Is there a state that satisfies the facts and the cube?
    pub(super) fn possibility(&mut self, cube: &Cube) -> Result<Possibility, Error> {
        if self.models.iter().any(|model| cube.holds(model)) {
            self.counts.from_models += 1;
            return Ok(Possibility::Possible);
        }
        if self.impossible.iter().any(|known| known.contains(cube)) {
            self.counts.from_impossible += 1;
            return Ok(Possibility::Impossible);
        }
        self.counts.asked += 1;
        Ok(match self.oracle.ask(cube.literals())? {
            Answer::Satisfiable(model) => {
                if self.memory == Memory::Lasting {
                    self.models.push(model);
                }
                Possibility::Possible
            }
            Answer::Unsatisfiable => {
                if self.memory == Memory::Lasting {
                    self.impossible.push(cube.clone());
                }
                Possibility::Impossible
            }
            Answer::Unknown(_) => {
                self.counts.unknown += 1;
                Possibility::Unknown
            }
        })
    }

    /// The minterms over `atoms` that agree with `fixed` and are not shown impossible, in order
    /// (true before false, first atom first).
    ///
    /// A tree of partial assignments: what is impossible at a node is so at all its leaves.
    pub(super) fn minterms(
        &mut self,
        fixed: &Cube,
        atoms: &[usize],
    ) -> Result<Vec<Vec<bool>>, Error> {
        let mut found = Vec::new();
        let mut open = vec![(fixed.clone(), Vec::new())];
        while let Some((cube, values)) = open.pop() {
            // A transition that cannot be ruled out is kept.
            if self.possibility(&cube)? == Possibility::Impossible {
                continue;
            }
            let Some(&atom) = atoms.get(values.len()) else {
                found.push(values);
                continue;
            };
            for positive in [false, true] {
                let mut longer: Vec<bool> = values.clone();
                longer.push(positive);
                match fixed.value(atom) {
                    Some(value) if value != positive => {}
                    Some(_) => open.push((cube.clone(), longer)),
                    None => open.push((cube.with(Literal { atom, positive }), longer)),
                }
            }
        }
        Ok(found)
    }
}

impl std::ops::AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        self.asked += other.asked;
        self.from_models += other.from_models;
        self.from_impossible += other.from_impossible;
        self.unknown += other.unknown;
    }
}
