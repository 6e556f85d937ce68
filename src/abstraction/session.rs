//! A conversation with an oracle about the cubes of one context.

use std::rc::Rc;

use super::cube::Cube;
use super::implications::Impossible;
use super::strengthen::inconsistent;
pub use crate::smt::Counts;
pub(super) use crate::smt::Possibility;
use crate::smt::{self, Context, Error, Literal, Literals, Oracle};

/// So many joint valuations of free atoms are looked for.
const MOST_VALUATIONS: usize = 64;

/// One context, its oracle, and what has been learnt.
pub(super) struct Session<'a> {
    talk: smt::Session<'a>,
    /// The inconsistent cubes that were asked for: over which atoms, up to which length.
    inconsistent: Option<(Vec<usize>, usize, Rc<Impossible>)>,
    /// Where questions are put together.
    question: Vec<Literal>,
}

impl<'a> Session<'a> {
    /// Begins a conversation about `context`.
    pub(super) fn open(
        oracle: &'a mut dyn Oracle,
        context: &Context,
    ) -> Result<Session<'a>, Error> {
        Ok(Session {
            talk: smt::Session::open(oracle, context)?,
            inconsistent: None,
            question: Vec::new(),
        })
    }

    /// Takes it for granted that no state satisfies these cubes.
    pub(super) fn rule_out(&mut self, cubes: &[Cube]) {
        for cube in cubes {
            self.talk.rule_out(cube.literals());
        }
    }

    /// Asks the same question again whenever it comes up: for methods that are to be measured
    /// without what is learnt on the way.
    pub(super) fn forget_answers(&mut self) {
        self.talk.forget_answers();
    }

    /// Every model is welcome: all of them are asked for.
    pub(super) fn want_every_model(&mut self) {
        self.talk.want_every_model();
    }

    /// What it has cost so far.
    pub(super) fn counts(&self) -> Counts {
        self.talk.counts()
    }

    /// Is there a state that satisfies the facts and the cube?
    pub(super) fn possibility(&mut self, cube: &Cube) -> Result<Possibility, Error> {
        self.talk.possibility(cube.literals())
    }

    /// The same of a cube by its literals.
    pub(super) fn possible(&mut self, cube: &[Literal]) -> Result<Possibility, Error> {
        self.talk.possibility(cube)
    }

    /// Those of `wanted` that a known model shows to be possible together with the cube, each by
    /// itself; perhaps not all of them.
    pub(super) fn together(
        &mut self,
        cube: &[Literal],
        wanted: &Literals,
    ) -> Result<Literals, Error> {
        self.talk.together(cube, wanted)
    }

    /// The same of a cube and a literal about another atom.
    pub(super) fn together_with(
        &mut self,
        cube: &[Literal],
        literal: Literal,
        wanted: &Literals,
    ) -> Result<Literals, Error> {
        self.put_together(cube, literal);
        self.talk.together(&self.question, wanted)
    }

    /// In how many known models a literal holds.
    pub(super) fn support(&mut self, literal: Literal) -> Result<usize, Error> {
        self.talk.support(literal)
    }

    /// Is there a state that satisfies the facts, the cube and a literal about another atom? Where
    /// that is not known, `follows` may say that there is none before anybody is asked.
    pub(super) fn possible_unless(
        &mut self,
        cube: &[Literal],
        literal: Literal,
        follows: impl FnOnce() -> bool,
    ) -> Result<Possibility, Error> {
        self.put_together(cube, literal);
        if let Some(known) = self.talk.known(&self.question)? {
            return Ok(known);
        }
        if follows() {
            self.talk.rule_out(&self.question);
            return Ok(Possibility::Impossible);
        }
        self.talk.without_model(&self.question)
    }

    fn put_together(&mut self, cube: &[Literal], literal: Literal) {
        let at = cube.partition_point(|other| other.atom < literal.atom);
        self.question.clear();
        self.question.extend_from_slice(&cube[..at]);
        self.question.push(literal);
        self.question.extend_from_slice(&cube[at..]);
    }

    /// The shortest inconsistent cubes over `atoms` up to `limit`. All targets of a step ask for
    /// the same ones.
    pub(super) fn inconsistent(
        &mut self,
        atoms: &[usize],
        limit: usize,
    ) -> Result<Rc<Impossible>, Error> {
        if let Some((known, up_to, impossible)) = &self.inconsistent
            && known == atoms
            && *up_to == limit
        {
            return Ok(Rc::clone(impossible));
        }
        let impossible = Rc::new(Impossible::new(inconsistent(self, atoms, limit)?));
        self.inconsistent = Some((atoms.to_vec(), limit, Rc::clone(&impossible)));
        Ok(impossible)
    }

    /// Those of the first `count` atoms, chosen greedily in their order, of which every joint
    /// valuation is possible.
    pub(super) fn free(&mut self, count: usize) -> Result<Vec<usize>, Error> {
        let mut chosen: Vec<usize> = Vec::new();
        let mut valuations = vec![Cube::default()];
        for atom in 0..count {
            let longer: Vec<Cube> = valuations
                .iter()
                .flat_map(|cube| {
                    [true, false].map(|positive| cube.with(Literal { atom, positive }))
                })
                .collect();
            // Past this many valuations the rest is not free, which is always sound.
            if longer.len() > MOST_VALUATIONS {
                break;
            }
            let mut witnessed = true;
            for cube in &longer {
                witnessed = witnessed && self.possibility(cube)? == Possibility::Possible;
            }
            if witnessed {
                chosen.push(atom);
                valuations = longer;
            }
        }
        Ok(chosen)
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
        let models = self.talk.models_of(fixed.literals())?;
        let mut open = vec![(fixed.clone(), Vec::new(), models)];
        while let Some((cube, values, mut models)) = open.pop() {
            if models.is_empty() {
                let known = self.talk.model_count();
                // A transition that cannot be ruled out is kept.
                if self.talk.without_model(cube.literals())? == Possibility::Impossible {
                    continue;
                }
                models.extend(known..self.talk.model_count());
            } else {
                self.talk.count_as_known();
            }
            let Some(&atom) = atoms.get(values.len()) else {
                found.push(values);
                continue;
            };
            // Each model goes where its value of the atom leads: nobody looks for it again.
            let (agreeing, others) = models
                .into_iter()
                .partition(|model| self.talk.agrees(*model, Literal::positive(atom)));
            for (positive, models) in [(false, others), (true, agreeing)] {
                let mut longer: Vec<bool> = values.clone();
                longer.push(positive);
                match fixed.value(atom) {
                    Some(value) if value != positive => {}
                    Some(_) => open.push((cube.clone(), longer, models)),
                    None => open.push((cube.with(Literal { atom, positive }), longer, models)),
                }
            }
        }
        Ok(found)
    }
}
