//! A conversation with an oracle about one context, with everything it ever said kept.
//!
//! Every model the oracle returns is stored as the truth values of all atoms, every contradiction as
//! the assumptions it takes; a question that one of those answers is not asked. All questions about
//! the context share them.

use super::oracle::{Answer, Context, Error, Literal, Oracle};

/// What is known of a combination of literals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Possibility {
    /// Some state satisfies them.
    Possible,
    /// No state satisfies them.
    Impossible,
    /// The oracle could not tell.
    Unknown,
}

/// What a conversation cost.
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

/// One context, its oracle, and what has been learnt.
pub struct Session<'a> {
    oracle: &'a mut dyn Oracle,
    models: Vec<Bits>,
    cores: Vec<Literals>,
    memory: Memory,
    counts: Counts,
}

/// What a conversation keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Memory {
    /// Every answer.
    Lasting,
    /// No answer.
    Fleeting,
}

/// A set of atoms, 64 to a word.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Bits(Vec<u64>);

/// A combination of literals: the atoms it wants true and those it wants false.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Literals {
    positive: Bits,
    negative: Bits,
}

impl Bits {
    fn new(atoms: impl Iterator<Item = usize>) -> Bits {
        let mut words = Vec::new();
        for atom in atoms {
            let at = atom / 64;
            if words.len() <= at {
                words.resize(at + 1, 0);
            }
            words[at] |= 1 << (atom % 64);
        }
        Bits(words)
    }

    fn is_within(&self, other: &Bits) -> bool {
        self.0
            .iter()
            .enumerate()
            .all(|(at, word)| word & !other.0.get(at).copied().unwrap_or(0) == 0)
    }

    fn is_apart_from(&self, other: &Bits) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a & b == 0)
    }
}

impl Literals {
    fn new(literals: &[Literal]) -> Literals {
        let wanting = |value: bool| {
            let some = literals.iter().filter(move |l| l.positive == value);
            Bits::new(some.map(|literal| literal.atom))
        };
        Literals {
            positive: wanting(true),
            negative: wanting(false),
        }
    }

    fn hold_in(&self, model: &Bits) -> bool {
        self.positive.is_within(model) && self.negative.is_apart_from(model)
    }

    fn are_among(&self, others: &Literals) -> bool {
        self.positive.is_within(&others.positive) && self.negative.is_within(&others.negative)
    }
}

impl<'a> Session<'a> {
    /// Begins a conversation about `context`.
    ///
    /// # Errors
    /// As [`Oracle::begin`].
    pub fn open(oracle: &'a mut dyn Oracle, context: &Context) -> Result<Session<'a>, Error> {
        oracle.begin(context)?;
        Ok(Session {
            oracle,
            models: Vec::new(),
            cores: Vec::new(),
            memory: Memory::Lasting,
            counts: Counts::default(),
        })
    }

    /// Asks the same question again whenever it comes up: for methods that are to be measured
    /// without what is learnt on the way.
    pub fn forget_answers(&mut self) {
        self.memory = Memory::Fleeting;
    }

    /// What it has cost so far.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// Is there a state that satisfies the facts and the literals?
    ///
    /// # Errors
    /// As [`Oracle::ask`].
    pub fn possibility(&mut self, literals: &[Literal]) -> Result<Possibility, Error> {
        let wanted = Literals::new(literals);
        if self.models.iter().any(|model| wanted.hold_in(model)) {
            self.counts.from_models += 1;
            return Ok(Possibility::Possible);
        }
        if self.cores.iter().any(|core| core.are_among(&wanted)) {
            self.counts.from_impossible += 1;
            return Ok(Possibility::Impossible);
        }
        self.counts.asked += 1;
        Ok(match self.oracle.ask(literals)? {
            Answer::Satisfiable(model) => {
                if self.memory == Memory::Lasting {
                    let truths = model.into_iter().enumerate();
                    let held = truths.filter_map(|(atom, holds)| holds.then_some(atom));
                    self.models.push(Bits::new(held));
                }
                Possibility::Possible
            }
            Answer::Unsatisfiable(core) => {
                if self.memory == Memory::Lasting {
                    self.cores.push(Literals::new(&core));
                }
                Possibility::Impossible
            }
            Answer::Unknown(_) => {
                self.counts.unknown += 1;
                Possibility::Unknown
            }
        })
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

#[cfg(test)]
mod tests {
    use super::super::ExhaustiveOracle;
    use super::*;
    use crate::logic::{Comparison, Sort, Term, Variable};

    /// What models and contradictions answer is what the oracle would have answered.
    #[test]
    fn what_is_remembered_is_right() {
        let x = Term::variable(&Variable::new("X", Sort::Int));
        // More atoms than a word has bits.
        let context = Context {
            facts: Vec::new(),
            atoms: (-35..=35)
                .map(|n| Term::compare(Comparison::Less, x.clone(), Term::int(n)))
                .collect(),
        };
        let mut asked = ExhaustiveOracle::new(-40, 40);
        let mut referee = ExhaustiveOracle::new(-40, 40);
        referee.begin(&context).unwrap();
        let mut session = Session::open(&mut asked, &context).unwrap();
        for first in 0..context.atoms.len() {
            for second in 0..context.atoms.len() {
                for (a, b) in [(true, true), (true, false), (false, true), (false, false)] {
                    if first == second {
                        continue;
                    }
                    let literal = |atom, positive| Literal { atom, positive };
                    let question = [literal(first, a), literal(second, b)];
                    let found = session.possibility(&question).unwrap();
                    let expected = !referee.ask(&question).unwrap().is_unsatisfiable();
                    assert_eq!(found == Possibility::Possible, expected, "{question:?}");
                }
            }
        }
        let counts = session.counts();
        assert!(counts.from_models > 3 * counts.asked, "{counts:?}");
        assert!(counts.from_impossible > 0, "{counts:?}");
    }
}
