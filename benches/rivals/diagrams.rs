//! What the engine asks of decision diagrams; each package does it as well as its interface allows.

/// Sets of valuations of numbered levels.
pub(crate) trait Diagrams: Sized {
    /// A set.
    type Set: Clone + PartialEq;
    /// Some levels, in the form in which quantifiers take them.
    type Levels;
    /// A renaming of levels that keeps their order on the sets it is used on.
    type Renaming;

    /// What tables call the package.
    const NAME: &'static str;

    fn new(levels: u32) -> Self;
    fn none(&mut self) -> Self::Set;
    fn all(&mut self) -> Self::Set;
    fn variable(&mut self, level: u32) -> Self::Set;
    fn not(&mut self, set: &Self::Set) -> Self::Set;
    fn and(&mut self, first: &Self::Set, second: &Self::Set) -> Self::Set;
    fn or(&mut self, first: &Self::Set, second: &Self::Set) -> Self::Set;
    fn minus(&mut self, first: &Self::Set, second: &Self::Set) -> Self::Set;
    fn ite(&mut self, condition: &Self::Set, then: &Self::Set, other: &Self::Set) -> Self::Set;
    fn levels(&mut self, levels: &[u32]) -> Self::Levels;
    fn and_exists(
        &mut self,
        first: &Self::Set,
        second: &Self::Set,
        levels: &Self::Levels,
    ) -> Self::Set;
    /// Level i becomes `target[i]`.
    fn renaming(&mut self, target: &[u32]) -> Self::Renaming;
    fn rename(&mut self, set: &Self::Set, renaming: &Self::Renaming) -> Self::Set;
    /// Whether [`Diagrams::collect`] is worth its time.
    fn wants_collection(&self) -> bool {
        false
    }
    /// Frees what is in none of the sets; packages that count references do it by themselves.
    fn collect(&mut self, _kept: &[Self::Set], _levels: &[&Self::Levels]) {}
}
