//! How much may be computed: a range of billions or a power of a million digits is written in one
//! line, and nobody waits for it.

use std::cell::Cell;

/// What may still be spent on a computation.
///
/// What a term costs by its size alone is not counted: only what its values make of it. A component
/// that is copied or looked at costs one unit, an instance of the body of a binder `INSTANCE`, and
/// a power a unit for some of its bits.
#[derive(Debug)]
pub struct Allowance {
    left: Cell<u64>,
}

/// What an instance of the body of a binder costs.
pub(super) const INSTANCE: u64 = 8;

/// It is all spent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exhausted;

impl Allowance {
    /// So many units.
    pub fn of(units: u64) -> Allowance {
        Allowance {
            left: Cell::new(units),
        }
    }

    /// Whatever it takes.
    pub fn unlimited() -> Allowance {
        Allowance::of(u64::MAX)
    }

    /// What is left of it.
    pub fn left(&self) -> u64 {
        self.left.get()
    }

    /// Spends so much.
    ///
    /// # Errors
    /// If less is left; then nothing is.
    pub fn spend(&self, units: u64) -> Result<(), Exhausted> {
        let left = self.left.get().checked_sub(units);
        self.left.set(left.unwrap_or(0));
        left.map(|_| ()).ok_or(Exhausted)
    }
}
