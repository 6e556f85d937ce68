//! Whether a cover holds everywhere.
//!
//! It does unless some valuation makes a literal of every cube false. Such a valuation is looked
//! for: a cube all of whose literals but one are true must have that one false, and so on; only
//! where nothing follows is a value tried. Most cubes have two literals, so that hardly any is.

use super::cube::Cube;
use crate::smt::Literal;

/// Whether every state of `cube` satisfies `cover`.
pub(super) fn holds_throughout(cover: &[&Cube], cube: &Cube) -> bool {
    Search::new(cover.to_vec()).holds_throughout(cube)
}

/// A cover to be asked about, and a valuation in the making with what it does to each cube. What
/// has which literal is found out once, for as many questions as there are.
pub(super) struct Search<'a> {
    cover: Vec<&'a Cube>,
    /// Per literal, the cubes that have it; see `place`.
    having: Vec<Vec<usize>>,
    values: Vec<Option<bool>>,
    /// Per cube, how many of its literals are true, and how many false. A cube that is left out
    /// counts as false.
    counts: Vec<[usize; 2]>,
    /// Per literal, how many cubes have it of which no literal is false.
    uses: Vec<usize>,
    /// The cubes of at most one literal, from which something follows at once.
    short: Vec<usize>,
    /// The atoms that have values, in the order in which they got them.
    trail: Vec<usize>,
    /// Literals that must be true.
    queue: Vec<Literal>,
}

fn place(literal: Literal) -> usize {
    2 * literal.atom + usize::from(literal.positive)
}

impl<'a> Search<'a> {
    /// Prepares questions about a cover.
    pub(super) fn new(cover: Vec<&'a Cube>) -> Search<'a> {
        let literals = cover.iter().flat_map(|cube| cube.literals());
        let atoms = literals.map(|literal| literal.atom + 1).max().unwrap_or(0);
        let mut having = vec![Vec::new(); 2 * atoms];
        for (at, cube) in cover.iter().enumerate() {
            for literal in cube.literals() {
                having[place(*literal)].push(at);
            }
        }
        Search {
            values: vec![None; atoms],
            counts: vec![[0, 0]; cover.len()],
            uses: having.iter().map(Vec::len).collect(),
            short: (0..cover.len())
                .filter(|at| cover[*at].len() <= 1)
                .collect(),
            trail: Vec::new(),
            queue: Vec::new(),
            cover,
            having,
        }
    }

    /// Leaves a cube out from now on.
    pub(super) fn leave_out(&mut self, at: usize) {
        self.falsify(at);
    }

    /// Takes a cube that was left out for one of the cover again.
    pub(super) fn take_in(&mut self, at: usize) {
        self.unfalsify(at);
    }

    /// Whether every state of `cube` satisfies the cover.
    pub(super) fn holds_throughout(&mut self, cube: &Cube) -> bool {
        let is_in = |at: usize| self.counts[at][1] == 0;
        let mut short = self.short.iter();
        if short.any(|&at| self.cover[at].is_empty() && is_in(at)) {
            return true;
        }
        for at in 0..self.short.len() {
            self.consider(self.short[at]);
        }
        // What is queued last is settled first: what follows from the cube soon contradicts the
        // rest, if anything does. What no cube of the cover mentions plays no part.
        let known = |literal: &&Literal| literal.atom < self.values.len();
        let literals = cube.literals().iter().filter(known);
        self.queue.extend(literals.copied());
        let escapes = self.escapes();
        self.take_back(0);
        self.queue.clear();
        !escapes
    }

    fn falsify(&mut self, at: usize) {
        self.counts[at][1] += 1;
        if self.counts[at][1] == 1 {
            for literal in self.cover[at].literals() {
                self.uses[place(*literal)] -= 1;
            }
        }
    }

    fn unfalsify(&mut self, at: usize) {
        self.counts[at][1] -= 1;
        if self.counts[at][1] == 0 {
            for literal in self.cover[at].literals() {
                self.uses[place(*literal)] += 1;
            }
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
            self.falsify(cube);
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
                for at in 0..self.having[place(literal.negated())].len() {
                    let cube = self.having[place(literal.negated())][at];
                    self.unfalsify(cube);
                }
            }
        }
    }

    /// The open literal that most cubes have that are not false; none if all are false. A literal
    /// whose opposite no such cube has can be made false at no price, and is: its cubes go.
    fn branching(&self) -> Option<Literal> {
        let uses = &self.uses;
        let literals = (0..self.values.len())
            .filter(|atom| self.values[*atom].is_none())
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
