//! Quantification, the relational product, and renaming: what images are made of.

use super::cache::{Key, Operation};
use super::{Bdd, Level, Manager, NodeLimit};

/// A renaming of levels known to the manager.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Renaming(u32);

impl Manager {
    /// The conjunction of the variables: the form in which quantifiers take a set of levels.
    ///
    /// # Errors
    /// [`NodeLimit`].
    pub fn cube_of(&mut self, levels: impl IntoIterator<Item = Level>) -> Result<Bdd, NodeLimit> {
        let mut levels: Vec<Level> = levels.into_iter().collect();
        levels.sort_unstable();
        levels.dedup();
        let mut cube = Bdd::TRUE;
        for level in levels.into_iter().rev() {
            cube = self.make(level, Bdd::FALSE, cube)?;
        }
        Ok(cube)
    }

    /// ∃ `levels`. `function`, where `levels` is a [`Manager::cube_of`].
    ///
    /// # Errors
    /// [`NodeLimit`].
    pub fn exists(&mut self, function: Bdd, levels: Bdd) -> Result<Bdd, NodeLimit> {
        if function.is_constant() {
            return Ok(function);
        }
        let level = self.level(function);
        let levels = self.below(levels, level);
        if levels == Bdd::TRUE {
            return Ok(function);
        }
        let key = Key::new(Operation::Exists, [function.0, levels.0, 0]);
        if let Some(result) = self.cache.get(key) {
            return Ok(result);
        }
        let (low, high) = self.children(function);
        let result = if self.level(levels) == level {
            let rest = self.children(levels).1;
            let low = self.exists(low, rest)?;
            if low == Bdd::TRUE {
                low
            } else {
                let high = self.exists(high, rest)?;
                self.or(low, high)?
            }
        } else {
            let low = self.exists(low, levels)?;
            let high = self.exists(high, levels)?;
            self.make(level, low, high)?
        };
        self.cache.put(key, result);
        Ok(result)
    }

    /// ∃ `levels`. `first` ∧ `second`, without building the conjunction.
    ///
    /// # Errors
    /// [`NodeLimit`].
    pub fn and_exists(&mut self, first: Bdd, second: Bdd, levels: Bdd) -> Result<Bdd, NodeLimit> {
        let (f, g) = if first < second {
            (first, second)
        } else {
            (second, first)
        };
        if f == Bdd::FALSE || f == !g {
            return Ok(Bdd::FALSE);
        }
        if f == Bdd::TRUE || f == g {
            return self.exists(g, levels);
        }
        let level = self.level(f).min(self.level(g));
        let levels = self.below(levels, level);
        if levels == Bdd::TRUE {
            return self.and(f, g);
        }
        let key = Key::new(Operation::AndExists, [f.0, g.0, levels.0]);
        if let Some(result) = self.cache.get(key) {
            return Ok(result);
        }
        let (f_low, f_high) = self.cofactors(f, level);
        let (g_low, g_high) = self.cofactors(g, level);
        let result = if self.level(levels) == level {
            let rest = self.children(levels).1;
            let low = self.and_exists(f_low, g_low, rest)?;
            if low == Bdd::TRUE {
                low
            } else {
                let high = self.and_exists(f_high, g_high, rest)?;
                self.or(low, high)?
            }
        } else {
            let low = self.and_exists(f_low, g_low, levels)?;
            let high = self.and_exists(f_high, g_high, levels)?;
            self.make(level, low, high)?
        };
        self.cache.put(key, result);
        Ok(result)
    }

    /// Makes a renaming known: level i becomes `target[i]`, levels beyond stay as they are.
    ///
    /// # Panics
    /// With 2^32 renamings.
    pub fn renaming(&mut self, target: Vec<Level>) -> Renaming {
        let id = u32::try_from(self.renamings.len()).expect("fewer than 2^32 renamings");
        self.renamings.push(target);
        Renaming(id)
    }

    /// The function with its variables renamed, all at once; no two variables it depends on may
    /// take the same level.
    ///
    /// Where the order of the levels is kept, which is the case in the inner loops of the engine,
    /// the graph is rebuilt node by node in time O(size), whatever the number of levels: Section 4
    /// of the Bebop paper finds its quadratic times in packages that do it otherwise.
    ///
    /// # Errors
    /// [`NodeLimit`].
    pub fn rename(&mut self, function: Bdd, renaming: Renaming) -> Result<Bdd, NodeLimit> {
        if function.is_constant() {
            return Ok(function);
        }
        let regular = function.regular();
        let key = Key::new(Operation::Rename, [regular.0, renaming.0, 0]);
        if let Some(result) = self.cache.get(key) {
            return Ok(result.signed_as(function));
        }
        let (low, high) = self.children(regular);
        let low = self.rename(low, renaming)?;
        let high = self.rename(high, renaming)?;
        let level = self.level(regular);
        let level = self.renamings[renaming.0 as usize]
            .get(level.0 as usize)
            .copied()
            .unwrap_or(level);
        let result = if level < self.level(low) && level < self.level(high) {
            self.make(level, low, high)?
        } else {
            let variable = self.variable(level)?;
            self.ite(variable, high, low)?
        };
        self.cache.put(key, result);
        Ok(result.signed_as(function))
    }

    /// The part of a cube of levels at or below `level`.
    fn below(&self, mut levels: Bdd, level: Level) -> Bdd {
        while self.level(levels) < level {
            levels = self.children(levels).1;
        }
        levels
    }
}
