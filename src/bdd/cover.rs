//! Covers: a function as an irredundant disjunction of prime implicants.

use super::{Bdd, Level, Manager, NodeLimit};

/// A conjunction of literals, in the order of the levels.
pub type Cube = Vec<(Level, bool)>;

impl Manager {
    /// An irredundant disjunction of prime implicants of the function (Minato and Morreale's
    /// recursive construction). Of 0 it is empty, of 1 it is one empty cube.
    ///
    /// # Errors
    /// [`NodeLimit`].
    pub fn prime_cover(&mut self, function: Bdd) -> Result<Vec<Cube>, NodeLimit> {
        self.prime_cover_between(function, function)
    }

    /// Such a disjunction that covers `at_least` and stays within `at_most`, its cubes prime in
    /// `at_most`: what lies between is not cared for.
    ///
    /// # Errors
    /// [`NodeLimit`].
    pub fn prime_cover_between(
        &mut self,
        at_least: Bdd,
        at_most: Bdd,
    ) -> Result<Vec<Cube>, NodeLimit> {
        let mut cubes = Vec::new();
        let mut prefix = Vec::new();
        self.cover_below(at_least, at_most, &mut prefix, &mut cubes)?;
        Ok(cubes)
    }

    /// Adds the cubes, each behind `prefix`, and returns what they cover without it.
    fn cover_below(
        &mut self,
        at_least: Bdd,
        at_most: Bdd,
        prefix: &mut Cube,
        cubes: &mut Vec<Cube>,
    ) -> Result<Bdd, NodeLimit> {
        if at_least == Bdd::FALSE {
            return Ok(Bdd::FALSE);
        }
        if at_most == Bdd::TRUE {
            cubes.push(prefix.clone());
            return Ok(Bdd::TRUE);
        }
        let level = self.level(at_least).min(self.level(at_most));
        let (least_low, least_high) = self.cofactors(at_least, level);
        let (most_low, most_high) = self.cofactors(at_most, level);
        // What only the literal allows comes first; the rest is covered without the variable.
        let only_low = self.minus(least_low, most_high)?;
        prefix.push((level, false));
        let covered_low = self.cover_below(only_low, most_low, prefix, cubes)?;
        prefix.pop();
        let only_high = self.minus(least_high, most_low)?;
        prefix.push((level, true));
        let covered_high = self.cover_below(only_high, most_high, prefix, cubes)?;
        prefix.pop();
        let rest_low = self.minus(least_low, covered_low)?;
        let rest_high = self.minus(least_high, covered_high)?;
        let rest = self.or(rest_low, rest_high)?;
        let most = self.and(most_low, most_high)?;
        let covered = self.cover_below(rest, most, prefix, cubes)?;
        let low = self.or(covered, covered_low)?;
        let high = self.or(covered, covered_high)?;
        self.make(level, low, high)
    }

    /// The disjunction of the cubes.
    ///
    /// # Errors
    /// [`NodeLimit`].
    pub fn of_cover(&mut self, cubes: &[Cube]) -> Result<Bdd, NodeLimit> {
        let mut sum = Bdd::FALSE;
        for cube in cubes {
            let product = self.of_cube(cube)?;
            sum = self.or(sum, product)?;
        }
        Ok(sum)
    }

    /// The conjunction of the literals, in whatever order they come.
    ///
    /// # Errors
    /// [`NodeLimit`].
    pub fn of_cube(&mut self, cube: &[(Level, bool)]) -> Result<Bdd, NodeLimit> {
        let mut sorted = cube.to_vec();
        sorted.sort_unstable();
        let mut product = Bdd::TRUE;
        for &(level, value) in sorted.iter().rev() {
            product = if level < self.level(product) {
                let (low, high) = if value {
                    (Bdd::FALSE, product)
                } else {
                    (product, Bdd::FALSE)
                };
                self.make(level, low, high)?
            } else {
                let literal = self.literal((level, value))?;
                self.and(literal, product)?
            };
        }
        Ok(product)
    }
}
