//! A conversation with an oracle about one context, with everything it ever said kept.
//!
//! Every model the oracle returns is stored as the truth values of all atoms, every contradiction as
//! the assumptions it takes; a question that one of those answers is not asked. All questions about
//! the context share them. Before the first question there are the models that states tried at
//! random have shown.

use super::literals::Literals;
use super::oracle::{Answer, Context, Error, Literal, Oracle, Possibility};

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
    models: Models,
    /// Contradictions, each under its first literal: an atom it wants true, then one it wants
    /// false, and so on.
    cores: Vec<Vec<Vec<Literal>>>,
    memory: Memory,
    /// How many witnesses are wanted before the first question; none after it.
    wanted: usize,
    counts: Counts,
    /// How many questions in a row the oracle could not answer.
    in_vain: usize,
}

/// After so many questions in a row that the oracle could not answer, it is not asked any more:
/// each costs it all its steps, and to know less is sound.
const MOST_IN_VAIN: usize = 3;

/// So many witnesses are as good as any number of them where few literals at a time are asked about.
const ENOUGH: usize = 1 << 12;
/// So many may be rows of a table.
const EVERY: usize = 1 << 18;

/// What a conversation keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Memory {
    /// Every answer.
    Lasting,
    /// No answer.
    Fleeting,
}

/// Models by columns: which of them make an atom true, 64 to a word. Most questions are about few
/// atoms and many models. And by rows, for whoever asks about many atoms at once.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Models {
    count: usize,
    of_atom: Vec<Vec<u64>>,
    rows: Vec<Literals>,
}

/// So many models are looked at row by row; where they leave something open, whoever asks about one
/// thing looks at all of them at once.
const MOST_ROWS: usize = 64;

impl Models {
    fn push(&mut self, model: &[bool]) {
        let (word, bit) = (self.count / 64, self.count % 64);
        self.of_atom.resize(model.len(), Vec::new());
        for (column, holds) in self.of_atom.iter_mut().zip(model) {
            column.resize(word + 1, 0);
            column[word] |= u64::from(*holds) << bit;
        }
        let literals = model.iter().enumerate();
        let literals = literals.map(|(atom, &positive)| Literal { atom, positive });
        self.rows.push(literals.collect());
        self.count += 1;
    }

    /// In which models of a word all the literals hold.
    fn meeting(&self, word: usize, literals: &[Literal]) -> u64 {
        let present = match self.count - 64 * word {
            few @ 0..64 => (1 << few) - 1,
            _ => u64::MAX,
        };
        literals.iter().fold(present, |found, literal| {
            let column = self.of_atom[literal.atom][word];
            found & if literal.positive { column } else { !column }
        })
    }

    /// Those of `wanted` that hold in one of the first models that satisfy all the literals.
    fn together(&self, literals: &[Literal], wanted: &Literals) -> Literals {
        let mut open = wanted.clone();
        let mut left = MOST_ROWS;
        for word in 0..self.count.div_ceil(64) {
            let mut meeting = self.meeting(word, literals);
            while meeting != 0 && left > 0 {
                let row = &self.rows[64 * word + meeting.trailing_zeros() as usize];
                open.retain_outside(row);
                meeting &= meeting - 1;
                left -= 1;
                if left.is_multiple_of(8) && open.is_empty() {
                    return wanted.clone();
                }
            }
            if left == 0 {
                break;
            }
        }
        let mut found = wanted.clone();
        found.retain_outside(&open);
        found
    }

    /// In how many of them a literal holds.
    fn count_of(&self, literal: Literal) -> usize {
        let Some(column) = self.of_atom.get(literal.atom) else {
            return 0;
        };
        let ones = column.iter().map(|word| word.count_ones() as usize);
        let holds: usize = ones.sum();
        if literal.positive {
            holds
        } else {
            self.count - holds
        }
    }

    fn agree(&self, model: usize, literal: Literal) -> bool {
        let word = self.of_atom[literal.atom][model / 64];
        (word >> (model % 64) & 1 == 1) == literal.positive
    }

    /// Whether one of them satisfies all the literals.
    fn satisfy(&self, literals: &[Literal]) -> bool {
        (0..self.count.div_ceil(64)).any(|word| self.meeting(word, literals) != 0)
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
            models: Models::default(),
            cores: vec![Vec::new(); 2 * context.atoms.len()],
            memory: Memory::Lasting,
            wanted: ENOUGH,
            counts: Counts::default(),
            in_vain: 0,
        })
    }

    /// Asks the same question again whenever it comes up: for methods that are to be measured
    /// without what is learnt on the way.
    pub fn forget_answers(&mut self) {
        self.memory = Memory::Fleeting;
        self.wanted = 0;
    }

    /// Every model is welcome: all of them are asked for.
    pub fn want_every_model(&mut self) {
        self.wanted = EVERY;
    }

    /// Takes it for granted that nothing satisfies all these literals.
    pub fn rule_out(&mut self, literals: &[Literal]) {
        self.remember(literals.to_vec());
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
        self.gather()?;
        if self.models.satisfy(literals) {
            self.counts.from_models += 1;
            return Ok(Possibility::Possible);
        }
        self.without_model(literals)
    }

    /// What models and contradictions say, without asking anybody.
    ///
    /// # Errors
    /// As [`Oracle::witnesses`].
    pub fn known(&mut self, literals: &[Literal]) -> Result<Option<Possibility>, Error> {
        self.gather()?;
        Ok(if self.models.satisfy(literals) {
            self.counts.from_models += 1;
            Some(Possibility::Possible)
        } else if self.is_contradictory(literals) {
            self.counts.from_impossible += 1;
            Some(Possibility::Impossible)
        } else {
            None
        })
    }

    /// Those of `wanted` of which a known model shows that they are possible together with the
    /// literals, each by itself; perhaps not all of them.
    ///
    /// # Errors
    /// As [`Oracle::witnesses`].
    pub fn together(&mut self, literals: &[Literal], wanted: &Literals) -> Result<Literals, Error> {
        self.gather()?;
        let found = self.models.together(literals, wanted);
        self.counts.from_models += found.len() as u64;
        Ok(found)
    }

    /// In how many of the models known so far a literal holds: what is weaker holds in more.
    ///
    /// # Errors
    /// As [`Oracle::witnesses`].
    pub fn support(&mut self, literal: Literal) -> Result<usize, Error> {
        self.gather()?;
        Ok(self.models.count_of(literal))
    }

    /// The models known so far that satisfy the literals, by their numbers.
    ///
    /// # Errors
    /// As [`Oracle::witnesses`].
    pub fn models_of(&mut self, literals: &[Literal]) -> Result<Vec<usize>, Error> {
        self.gather()?;
        let models = &self.models;
        let satisfies = |model: &usize| {
            literals
                .iter()
                .all(|literal| models.agree(*model, *literal))
        };
        Ok((0..models.count).filter(satisfies).collect())
    }

    /// Whether a known model satisfies a literal.
    pub fn agrees(&self, model: usize, literal: Literal) -> bool {
        self.models.agree(model, literal)
    }

    /// How many models are known: one that is new has this number less one.
    pub fn model_count(&self) -> usize {
        self.models.count
    }

    /// A question was answered by a model that whoever would have asked knows already.
    pub fn count_as_known(&mut self) {
        self.counts.from_models += 1;
    }

    /// As [`Session::possibility`], for literals that no known model satisfies.
    ///
    /// # Errors
    /// As [`Oracle::ask`].
    pub fn without_model(&mut self, literals: &[Literal]) -> Result<Possibility, Error> {
        if self.is_contradictory(literals) {
            self.counts.from_impossible += 1;
            return Ok(Possibility::Impossible);
        }
        if self.in_vain >= MOST_IN_VAIN {
            self.counts.unknown += 1;
            return Ok(Possibility::Unknown);
        }
        self.counts.asked += 1;
        let found = match self.memory {
            Memory::Fleeting => self.oracle.possibility(literals)?,
            Memory::Lasting => self.learn(literals)?,
        };
        if found == Possibility::Unknown {
            self.counts.unknown += 1;
            self.in_vain += 1;
        } else {
            self.in_vain = 0;
        }
        Ok(found)
    }
}

impl Session<'_> {
    /// Takes the witnesses, once.
    fn gather(&mut self) -> Result<(), Error> {
        let wanted = std::mem::take(&mut self.wanted);
        if wanted > 0 {
            for model in self.oracle.witnesses(wanted)? {
                self.models.push(&model);
            }
        }
        Ok(())
    }

    /// Asks, and keeps what the answer shows.
    fn learn(&mut self, literals: &[Literal]) -> Result<Possibility, Error> {
        Ok(match self.oracle.ask(literals)? {
            Answer::Satisfiable(model) => {
                self.models.push(&model);
                Possibility::Possible
            }
            Answer::Unsatisfiable(core) => {
                self.remember(core);
                Possibility::Impossible
            }
            Answer::Unknown(_) => Possibility::Unknown,
        })
    }

    fn is_contradictory(&self, literals: &[Literal]) -> bool {
        literals.iter().any(|first| {
            let mut cores = self.cores[place(*first)].iter();
            cores.any(|core| core.iter().all(|literal| literals.contains(literal)))
        })
    }

    fn remember(&mut self, core: Vec<Literal>) {
        // Without any assumption nothing is possible: then every literal is a contradiction.
        match core.first() {
            Some(first) => self.cores[place(*first)].push(core),
            None => self
                .cores
                .iter_mut()
                .for_each(|cores| cores.push(Vec::new())),
        }
    }
}

/// Where the contradictions of a literal are kept.
fn place(literal: Literal) -> usize {
    2 * literal.atom + usize::from(literal.positive)
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
