//! Whether a cover holds everywhere.
//!
//! It does unless some valuation makes a literal of every cube false. Such a valuation is looked
//! for: a cube all of whose literals but one are true must have that one false, and so on; only
//! where nothing follows is a value tried. Most cubes have two literals, so that hardly any is.

use super::cube::Cube;
use crate::smt::Literal;

/// Whether every state of `cube` satisfies `cover`.
pub(super) fn holds_throughout(cover: &[&Cube], cube: &Cube) -> bool {
    let mut search = Search::new(cover, cube);
    if search.is_covered {
        return true;
    }
    for literal in cube.literals() {
        search.queue.push(*literal);
    }
    for at in 0..cover.len() {
        search.consider(at);
    }
    !search.escapes()
}

/// A valuation in the making, and what it does to each cube.
struct Search<'a> {
    cover: &'a [&'a Cube],
    /// Per literal, the cubes that have it; see `place`.
    having: Vec<Vec<usize>>,
    values: Vec<Option<bool>>,
    /// Per cube, how many of its literals are true, and how many false.
    counts: Vec<[usize; 2]>,
    /// The atoms that have values, in the order in which they got them.
    trail: Vec<usize>,
    /// Literals that must be true.
    queue: Vec<Literal>,
    /// Whether a cube is the whole space.
    is_covered: bool,
}

fn place(literal: Literal) -> usize {
    2 * literal.atom + usize::from(literal.positive)
}

impl<'a> Search<'a> {
    fn new(cover: &'a [&'a Cube], cube: &Cube) -> Search<'a> {
        let all = cover.iter().copied().chain([cube]);
        let atoms = all.flat_map(Cube::literals).map(|l| l.atom + 1);
        let atoms = atoms.max().unwrap_or(0);
        let mut having = vec![Vec::new(); 2 * atoms];
        for (at, cube) in cover.iter().enumerate() {
            for literal in cube.literals() {
                having[place(*literal)].push(at);
            }
        }
        Search {
            cover,
            having,
            values: vec![None; atoms],
            counts: vec![[0, 0]; cover.len()],
            trail: Vec::new(),
            queue: Vec::new(),
            is_covered: cover.iter().any(|cube| cube.is_empty()),
        }
    }

    /// Whether some valuation that extends this one lies in no cube.
    fn escapes(&mut self) -> bool {
        let start = self.trail.len();
        if self.settle() {
            let Some(literal) = self.branching() else {
                return true;
            };
            for choice in [literal.negated(), literal] {
                self.queue.push(choice);
                if self.escapes() {
                    return true;
                }
            }
        }
        self.take_back(start);
        false
    }

    /// Gives values to all literals that must be true; whether that is possible.
    fn settle(&mut self) -> bool {
        while let Some(literal) = self.queue.pop() {
            match self.values[literal.atom] {
                Some(value) if value == literal.positive => {}
                Some(_) => {
                    self.queue.clear();
                    return false;
                }
                None => {
                    if !self.set(literal) {
                        self.queue.clear();
                        return false;
                    }
                }
            }
        }
        true
    }

    /// Makes a literal true; whether no cube is true by that.
    fn set(&mut self, literal: Literal) -> bool {
        self.values[literal.atom] = Some(literal.positive);
        self.trail.push(literal.atom);
        for at in 0..self.having[place(literal.negated())].len() {
            let cube = self.having[place(literal.negated())][at];
            self.counts[cube][1] += 1;
        }
        let mut escapes = true;
        for at in 0..self.having[place(literal)].len() {
            let cube = self.having[place(literal)][at];
            self.counts[cube][0] += 1;
            escapes &= self.consider(cube);
        }
        escapes
    }

    /// Queues what follows from a cube that must not be true; whether it is not.
    fn consider(&mut self, at: usize) -> bool {
        let [hold, fail] = self.counts[at];
        let length = self.cover[at].len();
        if fail > 0 || hold + 1 < length {
            return true;
        }
        let mut open = self.cover[at].literals().iter();
        match open.find(|literal| self.values[literal.atom].is_none()) {
            Some(last) => {
                self.queue.push(last.negated());
                true
            }
            None => false,
        }
    }

    fn take_back(&mut self, start: usize) {
        for atom in self.trail.split_off(start) {
            if let Some(positive) = self.values[atom].take() {
                let literal = Literal { atom, positive };
                for &cube in &self.having[place(literal)] {
                    self.counts[cube][0] -= 1;
                }
                for &cube in &self.having[place(literal.negated())] {
                    self.counts[cube][1] -= 1;
                }
            }
        }
    }

    /// The open literal that most cubes have that are not false; none if all are false. A literal
    /// whose opposite no such cube has can be made false at no price, and is: its cubes go.
    fn branching(&self) -> Option<Literal> {
        let mut uses = vec![0usize; self.having.len()];
        for (cube, [_, fail]) in self.cover.iter().zip(&self.counts) {
            if *fail == 0 {
                for literal in cube.literals() {
                    if self.values[literal.atom].is_none() {
                        uses[place(*literal)] += 1;
                    }
                }
            }
        }
        let literals = (0..self.values.len())
            .flat_map(|atom| [Literal::positive(atom), Literal::negative(atom)])
            .filter(|literal| uses[place(*literal)] > 0);
        literals.max_by_key(|literal| {
            let opposite = uses[place(literal.negated())];
            (
                opposite == 0,
                uses[place(*literal)] + opposite,
                std::cmp::Reverse(literal.atom),
            )
        })
    }
}
