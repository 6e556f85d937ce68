//! F: the weakest cover over the predicates that implies a goal.

use indexmap::IndexSet;

use super::cover::irredundant_by;
use super::cube::{Cover, Cube};
use super::implications::{Implications, Impossible};
use super::session::{Possibility, Session};
use super::tautology::holds_throughout;
use crate::smt::{Error, Literal, Literals};

/// The shortest cubes over `atoms`, of at most `limit` literals, that no state satisfies.
///
/// With {x <= 0, x > 0}: both together, and neither.
pub(super) fn inconsistent(
    session: &mut Session<'_>,
    atoms: &[usize],
    limit: usize,
) -> Result<Cover, Error> {
    let implications = if affordable(limit, atoms.len()) >= 2 {
        exclusions(session, atoms)?
    } else {
        Implications::default()
    };
    let mut trial = Consistency {
        session,
        found: Vec::new(),
    };
    search(atoms, limit, &implications, &mut trial)?;
    Ok(trial.found)
}

/// Which literals exclude each other. The nearest are asked about first, those that leave the fewest
/// known models out: from `x < 1` with `x >= 2` and `x < 2` with `x >= 3` follows all there is to say
/// of `x < 1` with `x >= 3`.
fn exclusions(session: &mut Session<'_>, atoms: &[usize]) -> Result<Implications, Error> {
    let mut possible: Vec<(Literal, usize)> = Vec::new();
    if session.possible(&[])? != Possibility::Impossible {
        for literal in literals(atoms) {
            if session.possible(&[literal])? != Possibility::Impossible {
                possible.push((literal, 0));
            }
        }
    }
    for (literal, support) in &mut possible {
        *support = session.support(*literal)?;
    }
    let mut later: Literals = possible.iter().map(|(literal, _)| *literal).collect();
    let mut suspects: Vec<(std::cmp::Reverse<usize>, Literal, Literal)> = Vec::new();
    for (at, (first, support)) in possible.iter().enumerate() {
        later.remove(*first);
        let mut unseen = later.clone();
        unseen.remove(first.negated());
        let seen = session.together(&[*first], &unseen)?;
        unseen.retain_outside(&seen);
        if unseen.is_empty() {
            continue;
        }
        let others = possible[at + 1..].iter();
        for (second, others) in others.filter(|(second, _)| unseen.contains(*second)) {
            suspects.push((std::cmp::Reverse(support + others), *first, *second));
        }
    }
    suspects.sort();
    let mut implications = Implications::default();
    for (_, first, second) in suspects {
        let follows = || implications.exclude_each_other(first, second);
        let possible = session.possible_unless(&[first], second, follows)?;
        if possible == Possibility::Impossible {
            implications.exclude(first, second);
        }
    }
    Ok(implications)
}

/// Looks for what no state satisfies.
struct Consistency<'s, 'a> {
    session: &'s mut Session<'a>,
    found: Cover,
}

impl Trial for Consistency<'_, '_> {
    fn examine(&mut self, cube: &[Literal], _: Use) -> Result<bool, Error> {
        let possibility = self.session.possible(cube)?;
        if possibility == Possibility::Impossible {
            self.found.push(Cube::new(cube.to_vec()));
        }
        Ok(possibility != Possibility::Impossible)
    }

    fn settled(&mut self, cube: &[Literal], more: &Literals, _: Use) -> Result<Literals, Error> {
        self.session.together(cube, more)
    }
}

/// The irredundant disjunction of the prime implicants of `goal` over `atoms` with at most `limit`
/// literals (F of design and of Ball, Podelski and Rajamani; `S` of the SABS report, section 10).
///
/// What implies the goal is not made longer (priming), nor what implies its negation (pruning).
/// `impossible` lists the shortest inconsistent cubes up to the same limit; no cube of them is
/// reported.
pub(super) fn strengthen(
    session: &mut Session<'_>,
    atoms: &[usize],
    goal: Literal,
    limit: usize,
    impossible: &Impossible,
) -> Result<Cover, Error> {
    let mut trial = Implicants {
        session,
        goal,
        impossible,
        found: Vec::new(),
        implying: [Literals::default(), Literals::default()],
    };
    search(atoms, limit, &impossible.implications, &mut trial)?;
    Ok(irredundant_by(
        trial.found,
        &impossible.cubes,
        &impossible.implications,
    ))
}

/// Looks for what implies a goal.
struct Implicants<'s, 'a> {
    session: &'s mut Session<'a>,
    goal: Literal,
    impossible: &'s Impossible,
    found: Cover,
    /// The literals that are known to imply the goal's negation, and the goal.
    implying: [Literals; 2],
}

impl Trial for Implicants<'_, '_> {
    fn examine(&mut self, cube: &[Literal], use_of: Use) -> Result<bool, Error> {
        // Every shorter part of it is open, so it is inconsistent only if it is listed itself.
        if self.impossible.lists(cube) {
            return Ok(false);
        }
        let goal = self.goal;
        let itself = cube.iter().find(|literal| literal.atom == goal.atom);
        let implied = match itself {
            // The goal is itself one of the atoms.
            Some(literal) => literal.positive == goal.positive,
            None => self.implies(cube, goal)?,
        };
        if implied {
            self.found.push(Cube::new(cube.to_vec()));
            return Ok(false);
        }
        Ok(itself.is_none() && use_of == Use::Part && !self.implies(cube, goal.negated())?)
    }

    /// What a known model shows to imply neither the goal nor, if it is to be made longer, its
    /// negation.
    fn settled(
        &mut self,
        cube: &[Literal],
        more: &Literals,
        use_of: Use,
    ) -> Result<Literals, Error> {
        let goal = self.goal;
        if cube.iter().any(|literal| literal.atom == goal.atom) {
            return Ok(Literals::default());
        }
        let mut open = more.clone();
        open.remove(goal);
        open.remove(goal.negated());
        let open = self.session.together_with(cube, goal.negated(), &open)?;
        match use_of {
            Use::Part => self.session.together_with(cube, goal, &open),
            Use::Last => Ok(open),
        }
    }

    /// The weakest first: what implies them implies what they imply.
    fn in_order(&mut self, literals: &mut Vec<Literal>) -> Result<(), Error> {
        let mut weakest = Vec::new();
        for literal in literals.iter() {
            let support = self.session.support(*literal)?;
            weakest.push((std::cmp::Reverse(support), *literal));
        }
        weakest.sort();
        *literals = weakest.into_iter().map(|(_, literal)| literal).collect();
        Ok(())
    }
}

impl Implicants<'_, '_> {
    /// Whether a cube implies a literal of the goal's atom. What the implicants found so far cover is
    /// an implicant, and would be left out in the end: nobody needs to be asked. One the oracle
    /// cannot confirm is dropped: that only adds behaviour.
    fn implies(&mut self, cube: &[Literal], literal: Literal) -> Result<bool, Error> {
        let implying = &mut self.implying[usize::from(literal.positive)];
        let (impossible, found) = (self.impossible, &self.found);
        let is_goal = literal == self.goal;
        let follows = || match cube {
            [single] if impossible.implications.leads_to(*single, implying) => true,
            _ => is_goal && is_covered(cube, found, &impossible.cubes),
        };
        let possible = self
            .session
            .possible_unless(cube, literal.negated(), follows)?;
        let implied = possible == Possibility::Impossible;
        if let (true, [single]) = (implied, cube) {
            implying.insert(*single);
        }
        Ok(implied)
    }
}

/// Whether the implicants and what no state satisfies cover the cube together.
fn is_covered(cube: &[Literal], found: &[Cube], inconsistent: &[Cube]) -> bool {
    let cube = Cube::new(cube.to_vec());
    if !found.iter().any(|other| other.meets(&cube)) {
        return false;
    }
    let meeting = found.iter().chain(inconsistent);
    let meeting: Vec<&Cube> = meeting.filter(|other| other.meets(&cube)).collect();
    holds_throughout(&meeting, &cube)
}

/// What becomes of a cube that is tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Use {
    /// It may be made longer.
    Part,
    /// It is as long as cubes get.
    Last,
}

/// Who tries cubes.
pub(super) trait Trial {
    /// Looks at a cube and says whether it is worth making longer.
    fn examine(&mut self, cube: &[Literal], use_of: Use) -> Result<bool, Error>;

    /// The cube and one literal of `more` besides: those of them, perhaps not all, that need not be
    /// examined because it is known that nothing is to be found there but what is longer.
    fn settled(
        &mut self,
        cube: &[Literal],
        more: &Literals,
        use_of: Use,
    ) -> Result<Literals, Error>;

    /// The order in which single literals are examined.
    fn in_order(&mut self, literals: &mut Vec<Literal>) -> Result<(), Error> {
        let _ = literals;
        Ok(())
    }
}

/// Tries cubes over `atoms` by increasing length, up to `limit`. A cube is tried only if all its
/// parts are worth making longer, and if none of its literals follows from another: it would be no
/// other than a part of it.
///
/// Most cubes are settled together, and hardly any is kept.
pub(super) fn search(
    atoms: &[usize],
    limit: usize,
    implications: &Implications,
    trial: &mut impl Trial,
) -> Result<(), Error> {
    let longest = affordable(limit, atoms.len()).min(atoms.len());
    let use_of = |size: usize| {
        if size == longest {
            Use::Last
        } else {
            Use::Part
        }
    };
    let is_open = trial.examine(&[], use_of(0))?;
    if !is_open || longest == 0 {
        return Ok(());
    }
    let mut open = open_literals(atoms, use_of(1), trial)?;
    for size in 2..=longest {
        let mut next: IndexSet<Vec<Literal>> = IndexSet::new();
        let mut part = Vec::with_capacity(size);
        let mut cube = Vec::with_capacity(size);
        let last = size - 2;
        // Cubes that differ in their last literal stand together.
        let mut more = Literals::default();
        let mut end = 0;
        for (at, first) in open.iter().enumerate() {
            if at == end {
                let alike = open.iter().skip(at);
                let alike = alike.take_while(|cube| cube[..last] == first[..last]);
                more = alike.map(|cube| cube[last]).collect();
                end = at + more.len();
            }
            more.remove(first[last]);
            let mut wanted = more.clone();
            wanted.remove(first[last].negated());
            if size == 2 {
                implications.retain_apart(first[last], &mut wanted);
            }
            let settled = trial.settled(first, &wanted, use_of(size))?;
            if use_of(size) == Use::Last {
                wanted.retain_outside(&settled);
            }
            if wanted.is_empty() {
                continue;
            }
            let others = open.iter().take(end).skip(at + 1).map(|cube| cube[last]);
            for second in others.filter(|second| wanted.contains(*second)) {
                cube.clear();
                cube.extend_from_slice(first);
                cube.push(second);
                let has_open_parts = (0..last).all(|without| {
                    part.clear();
                    part.extend_from_slice(&cube[..without]);
                    part.extend_from_slice(&cube[without + 1..]);
                    open.contains(part.as_slice())
                });
                let is_open = has_open_parts
                    && (settled.contains(second) || trial.examine(&cube, use_of(size))?);
                if is_open && size < longest {
                    next.insert(cube.clone());
                }
            }
        }
        open = next;
    }
    Ok(())
}

/// The single literals that are worth making longer.
fn open_literals(
    atoms: &[usize],
    use_of: Use,
    trial: &mut impl Trial,
) -> Result<IndexSet<Vec<Literal>>, Error> {
    let all: Literals = literals(atoms).collect();
    let mut open = trial.settled(&[], &all, use_of)?;
    let mut left: Vec<Literal> = literals(atoms).filter(|l| !open.contains(*l)).collect();
    trial.in_order(&mut left)?;
    for literal in left {
        if trial.examine(&[literal], use_of)? {
            open.insert(literal);
        }
    }
    let open = literals(atoms).filter(|literal| open.contains(*literal));
    Ok(open.map(|literal| vec![literal]).collect())
}

fn literals(atoms: &[usize]) -> impl Iterator<Item = Literal> {
    let both = |atom: usize| [Literal::positive(atom), Literal::negative(atom)];
    atoms.iter().copied().flat_map(both)
}

/// The longest cubes, up to `limit`, of which there are not too many over so many atoms: 3 for 90,
/// 2 for 200. Leaving out longer ones only adds behaviour. Whoever wants cubes of any length gets
/// them.
pub(super) fn affordable(limit: usize, atoms: usize) -> usize {
    if limit == usize::MAX {
        return limit;
    }
    let too_long = |length: &usize| cubes_up_to(*length, atoms) > MOST_CUBES;
    match (2..=limit.min(atoms)).find(too_long) {
        Some(length) => length - 1,
        None => limit,
    }
}

/// How many cubes of so many literals there are over so many atoms.
pub(super) fn cubes_of(length: usize, atoms: usize) -> usize {
    (1..=length).fold(1, |found: usize, at| {
        found.saturating_mul(2 * (atoms + 1).saturating_sub(at)) / at
    })
}

/// How many cubes of at most so many literals there are over so many atoms.
pub(super) fn cubes_up_to(length: usize, atoms: usize) -> usize {
    let of_lengths = (0..=length.min(atoms)).map(|length| cubes_of(length, atoms));
    of_lengths.fold(0, usize::saturating_add)
}

/// More cubes than this are not tried for one goal.
const MOST_CUBES: usize = 1 << 20;

#[cfg(test)]
mod tests {
    use super::affordable;

    #[test]
    fn cubes_are_shorter_where_there_are_many() {
        assert_eq!(affordable(3, 4), 3);
        assert_eq!(affordable(3, 90), 3);
        assert_eq!(affordable(3, 200), 2);
        assert_eq!(affordable(3, 5000), 1);
        assert_eq!(affordable(usize::MAX, 200), usize::MAX);
    }
}
