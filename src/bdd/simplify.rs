//! Simplification by what need not be cared for.

use super::cache::{Key, Operation};
use super::{Bdd, Level, Manager, NodeLimit};

impl Manager {
    /// A function, often smaller, that agrees with `function` wherever `care` is 1 (Coudert and
    /// Madre's restrict). With `care` everywhere 0 it is 0.
    ///
    /// # Errors
    /// [`NodeLimit`].
    pub fn restrict(&mut self, function: Bdd, care: Bdd) -> Result<Bdd, NodeLimit> {
        if care == Bdd::FALSE {
            return Ok(Bdd::FALSE);
        }
        if care == Bdd::TRUE || function.is_constant() {
            return Ok(function);
        }
        let key = Key::new(Operation::Restrict, [function.0, care.0, 0]);
        if let Some(result) = self.cache.get(key) {
            return Ok(result);
        }
        let level = self.level(function);
        let result = if self.level(care) < level {
            // The function does not read this variable: care for either value of it.
            let (low, high) = self.children(care);
            let either = self.or(low, high)?;
            self.restrict(function, either)?
        } else {
            let (care_low, care_high) = self.cofactors(care, level);
            let (low, high) = self.children(function);
            if care_low == Bdd::FALSE {
                self.restrict(high, care_high)?
            } else if care_high == Bdd::FALSE {
                self.restrict(low, care_low)?
            } else {
                let low = self.restrict(low, care_low)?;
                let high = self.restrict(high, care_high)?;
                self.make(level, low, high)?
            }
        };
        self.cache.put(key, result);
        Ok(result)
    }

    /// The function with the variable fixed to a value.
    ///
    /// # Errors
    /// [`NodeLimit`].
    pub fn cofactor(&mut self, function: Bdd, fixed: (Level, bool)) -> Result<Bdd, NodeLimit> {
        let literal = self.literal(fixed)?;
        let cube = self.cube_of([fixed.0])?;
        self.and_exists(function, literal, cube)
    }
}
