//! Covers: their prime implicants by recursive prime consensus, and irredundant selections.
//!
//! The report's cofactor drops cubes that do not mention the literal, its containment formula is
//! garbled, and essential primes alone need not cover; what stands here is the corrected method.

use super::cube::{Cover, Cube};
use super::implications::Implications;
use super::sets::{self, union};
use super::tautology::{Search, holds_throughout};
use crate::bdd::{Bdd, Manager, NodeLimit};
use crate::smt::{Literal, Literals};

/// How many cubes may be put together on the way to all prime implicants before they are given up.
/// Few predicates stay far below it; a dozen may have more prime implicants than anybody can wait
/// for, of which a cover needs a handful.
const AFFORDABLE: usize = 1 << 14;

/// More nodes than the covers of a table need.
const NODES: usize = 1 << 22;

/// All prime implicants of the function `cover` stands for (SABS report, Theorem 3).
///
/// `x & y | !x & z` gives `x & y`, `!x & z` and `y & z`.
pub fn primes(cover: &[Cube]) -> Cover {
    let mut all = usize::MAX;
    primes_within(cover, &mut all).unwrap_or_default()
}

/// All prime implicants, unless more cubes than `left` have to be put together for them.
fn primes_within(cover: &[Cube], left: &mut usize) -> Option<Cover> {
    *left = left.checked_sub(cover.len())?;
    let cover = without_contained(cover.to_vec());
    let Some(atom) = binate_atom(&cover) else {
        // Every atom occurs in one sign only: what contains no other is prime.
        return Some(cover);
    };
    let mut found: Cover = Vec::new();
    let mut half = 0;
    for literal in [Literal::positive(atom), Literal::negative(atom)] {
        half = found.len();
        let part = primes_within(&cofactor(&cover, literal), left)?;
        found.extend(part.iter().map(|cube| cube.with(literal)));
    }
    let (first, second) = found.split_at(half);
    *left = left.checked_sub(first.len() * second.len())?;
    let both: Cover = first
        .iter()
        .flat_map(|a| second.iter().filter_map(|b| a.consensus(b)))
        .collect();
    found.extend(both);
    Some(without_contained(found))
}

/// Whether every state of `cube` satisfies `cover`.
pub fn covers(cover: &[Cube], cube: &Cube) -> bool {
    holds_throughout(&cover.iter().collect::<Vec<_>>(), cube)
}

/// An irredundant disjunction of prime implicants of `on` or `dont_care` that holds wherever `on`
/// does and fails wherever neither does. Shorter cubes are preferred, then predicate order, unless
/// there are too many prime implicants to choose from.
pub fn minimise(on: &[Cube], dont_care: &[Cube]) -> Cover {
    let needed = beyond(on, dont_care).unwrap_or_else(|_| on.to_vec());
    minimise_apart(&needed, dont_care)
}

/// The same where no cube of `on` lies in `dont_care`.
pub(super) fn minimise_apart(on: &[Cube], dont_care: &[Cube]) -> Cover {
    let all: Cover = on.iter().chain(dont_care).cloned().collect();
    let mut left = AFFORDABLE;
    if let Some(primes) = primes_within(&all, &mut left) {
        return select(primes, on);
    }
    some_primes(on, &all).unwrap_or_else(|_| select(primes(&all), on))
}

/// The cubes that do not lie in `others` as a whole. Found with a diagram: of minterms there may be
/// thousands on both sides.
fn beyond(cubes: &[Cube], others: &[Cube]) -> Result<Cover, NodeLimit> {
    let mut sets = Manager::new(NODES);
    let inside = union(&mut sets, others)?;
    let mut found = Vec::new();
    for cube in cubes {
        let states = union(&mut sets, std::slice::from_ref(cube))?;
        if sets.minus(states, inside)? != Bdd::FALSE {
            found.push(cube.clone());
        }
    }
    Ok(found)
}

/// A disjunction of prime implicants of `all` that covers `needed`, not chosen from all of them.
fn some_primes(needed: &[Cube], all: &[Cube]) -> Result<Cover, NodeLimit> {
    let mut sets = Manager::new(NODES);
    let at_least = union(&mut sets, needed)?;
    let at_most = union(&mut sets, all)?;
    let found = sets.prime_cover_between(at_least, at_most)?;
    Ok(sets::cover(&found))
}

/// Drops cubes, last ones first, as long as the rest still covers all of `needed`.
fn select(mut chosen: Cover, needed: &[Cube]) -> Cover {
    chosen.sort();
    let mut search = Search::new(chosen.iter().collect());
    let mut is_kept = vec![true; chosen.len()];
    for (at, cube) in chosen.iter().enumerate().rev() {
        search.leave_out(at);
        // What has nothing in common with the cube is covered by others anyway.
        let mut touched = needed.iter().filter(|other| cube.meets(other));
        is_kept[at] = !touched.all(|other| search.holds_throughout(other));
        if is_kept[at] {
            search.take_in(at);
        }
    }
    kept(chosen, is_kept)
}

/// Drops cubes, last ones first, that the rest covers together with `dont_care`.
pub(super) fn irredundant(cover: Cover, dont_care: &[Cube]) -> Cover {
    irredundant_by(cover, dont_care, &Implications::default())
}

/// The same, where `implications` tells what `dont_care` says of two literals: most literals of a
/// cover follow from another of it, and that is seen at once.
pub(super) fn irredundant_by(
    mut cover: Cover,
    dont_care: &[Cube],
    implications: &Implications,
) -> Cover {
    cover.sort();
    let mut search = Search::new(cover.iter().chain(dont_care).collect());
    let mut is_kept = vec![true; cover.len()];
    let single = |cube: &Cube| match cube.literals() {
        [literal] => Some(*literal),
        _ => None,
    };
    let mut singles: Literals = cover.iter().filter_map(single).collect();
    for (at, cube) in cover.iter().enumerate().rev() {
        search.leave_out(at);
        if let Some(literal) = single(cube) {
            singles.remove(literal);
            if implications.leads_to(literal, &singles) {
                is_kept[at] = false;
                continue;
            }
        }
        is_kept[at] = !search.holds_throughout(cube);
        if let (true, Some(literal)) = (is_kept[at], single(cube)) {
            singles.insert(literal);
        }
        if is_kept[at] {
            search.take_in(at);
        }
    }
    kept(cover, is_kept)
}

fn kept(cover: Cover, is_kept: Vec<bool>) -> Cover {
    let each = cover.into_iter().zip(is_kept);
    each.filter_map(|(cube, is_kept)| is_kept.then_some(cube))
        .collect()
}

fn cofactor(cover: &[Cube], literal: Literal) -> Cover {
    cover
        .iter()
        .filter_map(|cube| cube.cofactor(literal))
        .collect()
}

/// Keeps the cubes that lie in no other, each once, in order.
fn without_contained(mut cover: Cover) -> Cover {
    cover.sort();
    cover.dedup();
    let mut kept: Cover = Vec::new();
    // Shorter ones come first, and only those can contain others.
    let mut shorter = 0;
    for cube in cover {
        if kept.last().is_some_and(|last| last.len() < cube.len()) {
            shorter = kept.len();
        }
        if !kept[..shorter].iter().any(|other| other.contains(&cube)) {
            kept.push(cube);
        }
    }
    kept
}

/// The atom that occurs most often among those that occur in both signs; the first such.
fn binate_atom(cover: &[Cube]) -> Option<usize> {
    let atoms = cover
        .iter()
        .flat_map(Cube::literals)
        .map(|literal| literal.atom + 1)
        .max()?;
    let mut counts = vec![[0usize; 2]; atoms];
    for literal in cover.iter().flat_map(Cube::literals) {
        counts[literal.atom][usize::from(literal.positive)] += 1;
    }
    (0..atoms)
        .filter(|&atom| counts[atom][0] > 0 && counts[atom][1] > 0)
        .max_by_key(|&atom| (counts[atom][0] + counts[atom][1], std::cmp::Reverse(atom)))
}

#[cfg(test)]
mod tests {
    use quickcheck::{Arbitrary, Gen, quickcheck};

    use super::*;

    const ATOMS: usize = 4;

    /// A truth table over four atoms, one bit per valuation.
    #[derive(Debug, Clone, Copy)]
    struct Function(u16);

    impl Arbitrary for Function {
        fn arbitrary(generator: &mut Gen) -> Function {
            Function(u16::arbitrary(generator))
        }

        fn shrink(&self) -> Box<dyn Iterator<Item = Function>> {
            Box::new(self.0.shrink().map(Function))
        }
    }

    fn valuation(number: usize) -> Vec<bool> {
        (0..ATOMS).map(|atom| number >> atom & 1 == 1).collect()
    }

    fn minterms(function: Function) -> Cover {
        let atoms: Vec<usize> = (0..ATOMS).collect();
        (0..1 << ATOMS)
            .filter(|number| function.0 >> number & 1 == 1)
            .map(|number| Cube::minterm(&atoms, &valuation(number)))
            .collect()
    }

    fn table(cover: &[Cube]) -> u16 {
        (0..1 << ATOMS)
            .filter(|&number| cover.iter().any(|cube| cube.holds(&valuation(number))))
            .fold(0, |bits, number| bits | 1 << number)
    }

    /// The obvious twin: all 81 cubes, those that imply the function, those in no other of them.
    fn primes_by_enumeration(function: Function) -> Cover {
        let mut cubes = vec![Cube::default()];
        for atom in 0..ATOMS {
            let longer: Cover = cubes
                .iter()
                .flat_map(|cube| {
                    [Literal::positive(atom), Literal::negative(atom)].map(|l| cube.with(l))
                })
                .collect();
            cubes.extend(longer);
        }
        cubes.retain(|cube| table(std::slice::from_ref(cube)) & !function.0 == 0);
        let all = cubes.clone();
        cubes.retain(|cube| {
            !all.iter()
                .any(|other| other != cube && other.contains(cube))
        });
        cubes.sort();
        cubes
    }

    quickcheck! {
        /// forall f. primes(f) are exactly the maximal cubes that imply f.
        fn primes_are_the_maximal_implicants(function: Function) -> bool {
            let mut found = primes(&minterms(function));
            found.sort();
            found == primes_by_enumeration(function)
        }

        /// forall on, dc. on <= minimise(on, dc) <= on or dc, and no cube can be left out.
        fn minimise_stays_between_and_is_irredundant(on: Function, care: Function) -> bool {
            let dont_care = Function(!care.0 & !on.0);
            let cover = minimise(&minterms(on), &minterms(dont_care));
            let found = table(&cover);
            let needed = on.0;
            let between = needed & !found == 0 && found & !(on.0 | dont_care.0) == 0;
            let irredundant = (0..cover.len()).all(|at| {
                let mut rest = cover.clone();
                rest.remove(at);
                needed & !table(&rest) != 0
            });
            between && irredundant
        }

        /// forall on, dc. What is not chosen from all prime implicants is a cover of some.
        fn some_primes_cover_what_is_needed(on: Function, care: Function) -> bool {
            let dont_care = Function(!care.0 & !on.0);
            let all = Function(on.0 | dont_care.0);
            let cover = some_primes(&minterms(on), &minterms(all)).expect("there is room");
            let primes = primes_by_enumeration(all);
            let irredundant = (0..cover.len()).all(|at| {
                let mut rest = cover.clone();
                rest.remove(at);
                on.0 & !table(&rest) != 0
            });
            irredundant
                && on.0 & !table(&cover) == 0
                && cover.iter().all(|cube| primes.contains(cube))
        }

        /// forall f, dc. What is dropped is what the tables of the others and dc cover, last first.
        fn irredundant_drops_what_the_rest_covers(f: Function, dont_care: Function) -> bool {
            let cover = primes(&minterms(f));
            let mut expected = cover.clone();
            expected.sort();
            for at in (0..expected.len()).rev() {
                let dropped = expected.remove(at);
                let rest = table(&expected) | dont_care.0;
                if table(std::slice::from_ref(&dropped)) & !rest != 0 {
                    expected.insert(at, dropped);
                }
            }
            irredundant(cover, &primes(&minterms(dont_care))) == expected
        }

        /// forall f, g. covers(f, c) for each cube c of g iff g implies f.
        fn covers_is_implication(f: Function, g: Function) -> bool {
            let cover = primes(&minterms(f));
            minterms(g).iter().all(|cube| covers(&cover, cube)) == (g.0 & !f.0 == 0)
        }
    }

    #[test]
    fn a_cube_that_misses_the_literal_stays_in_both_cofactors() {
        // F = {y, x z} must give y in both cofactors.
        let (x, y, z) = (0, 1, 2);
        let cover = vec![
            Cube::new(vec![Literal::positive(y)]),
            Cube::new(vec![Literal::positive(x), Literal::positive(z)]),
        ];
        let y_alone = Cube::new(vec![Literal::positive(y)]);
        assert_eq!(
            cofactor(&cover, Literal::negative(x)),
            vec![y_alone.clone()]
        );
        assert!(cofactor(&cover, Literal::positive(x)).contains(&y_alone));
    }
}
