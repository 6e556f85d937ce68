//! The connectives. Negation is `!` on a handle.

use super::cache::{Key, Operation};
use super::{Bdd, Manager, NodeLimit};

impl Manager {
    /// The conjunction.
    ///
    /// # Errors
    /// [`NodeLimit`].
    pub fn and(&mut self, first: Bdd, second: Bdd) -> Result<Bdd, NodeLimit> {
        // Conjunction commutes: one order of the operands finds more in the cache.
        let (f, g) = if first < second {
            (first, second)
        } else {
            (second, first)
        };
        if f == g || f == Bdd::TRUE {
            return Ok(g);
        }
        if f == Bdd::FALSE || f == !g {
            return Ok(Bdd::FALSE);
        }
        let key = Key::new(Operation::And, [f.0, g.0, 0]);
        if let Some(result) = self.cache.get(key) {
            return Ok(result);
        }
        let level = self.level(f).min(self.level(g));
        let (f_low, f_high) = self.cofactors(f, level);
        let (g_low, g_high) = self.cofactors(g, level);
        let low = self.and(f_low, g_low)?;
        let high = self.and(f_high, g_high)?;
        let result = self.make(level, low, high)?;
        self.cache.put(key, result);
        Ok(result)
    }

    /// The disjunction.
    ///
    /// # Errors
    /// [`NodeLimit`].
    pub fn or(&mut self, first: Bdd, second: Bdd) -> Result<Bdd, NodeLimit> {
        Ok(!self.and(!first, !second)?)
    }

    /// `first` and not `second`: the difference of two sets.
    ///
    /// # Errors
    /// [`NodeLimit`].
    pub fn minus(&mut self, first: Bdd, second: Bdd) -> Result<Bdd, NodeLimit> {
        self.and(first, !second)
    }

    /// The exclusive disjunction.
    ///
    /// # Errors
    /// [`NodeLimit`].
    pub fn xor(&mut self, first: Bdd, second: Bdd) -> Result<Bdd, NodeLimit> {
        // Complements come out of both operands, so that the recursion sees regular edges only.
        let sign = Bdd::TRUE.signed_as(first).signed_as(second);
        let (f, g) = (first.regular(), second.regular());
        let (f, g) = if f < g { (f, g) } else { (g, f) };
        if f == g {
            return Ok((!Bdd::TRUE).signed_as(sign));
        }
        if f == Bdd::TRUE {
            return Ok((!g).signed_as(sign));
        }
        let key = Key::new(Operation::Xor, [f.0, g.0, 0]);
        if let Some(result) = self.cache.get(key) {
            return Ok(result.signed_as(sign));
        }
        let level = self.level(f).min(self.level(g));
        let (f_low, f_high) = self.cofactors(f, level);
        let (g_low, g_high) = self.cofactors(g, level);
        let low = self.xor(f_low, g_low)?;
        let high = self.xor(f_high, g_high)?;
        let result = self.make(level, low, high)?;
        self.cache.put(key, result);
        Ok(result.signed_as(sign))
    }

    /// `condition ? then : otherwise`.
    ///
    /// # Errors
    /// [`NodeLimit`].
    pub fn ite(&mut self, condition: Bdd, then: Bdd, otherwise: Bdd) -> Result<Bdd, NodeLimit> {
        if condition.is_complemented() {
            return self.ite(!condition, otherwise, then);
        }
        if condition == Bdd::TRUE || then == otherwise {
            return Ok(then);
        }
        if then == !otherwise {
            return Ok(!self.xor(condition, then)?);
        }
        if then.is_constant() || then == condition || then == !condition {
            return if then == Bdd::TRUE || then == condition {
                self.or(condition, otherwise)
            } else {
                self.and(!condition, otherwise)
            };
        }
        if otherwise.is_constant() || otherwise == condition || otherwise == !condition {
            return if otherwise == Bdd::FALSE || otherwise == condition {
                self.and(condition, then)
            } else {
                self.or(!condition, then)
            };
        }
        let key = Key::new(Operation::Ite, [condition.0, then.0, otherwise.0]);
        if let Some(result) = self.cache.get(key) {
            return Ok(result);
        }
        let level = self
            .level(condition)
            .min(self.level(then))
            .min(self.level(otherwise));
        let (condition_low, condition_high) = self.cofactors(condition, level);
        let (then_low, then_high) = self.cofactors(then, level);
        let (otherwise_low, otherwise_high) = self.cofactors(otherwise, level);
        let low = self.ite(condition_low, then_low, otherwise_low)?;
        let high = self.ite(condition_high, then_high, otherwise_high)?;
        let result = self.make(level, low, high)?;
        self.cache.put(key, result);
        Ok(result)
    }
}
