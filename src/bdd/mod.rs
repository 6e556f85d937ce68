//! Binary decision diagrams: Boolean functions in, canonical graphs out.
//!
//! A [`Manager`] owns all nodes; a [`Bdd`] is a handle into it, and two handles of one manager are
//! equal exactly when their functions are. Negation is free: an edge carries a complement bit.
//! Nodes are not counted but collected: [`Manager::collect`] keeps what its roots reach and makes
//! every other handle invalid, so its owner calls it only where it can name all its handles.
//! Whatever makes nodes can hit the limit, and then says so at any depth of recursion.

mod boolean;
mod cache;
mod cover;
mod inspect;
mod quantify;
mod simplify;
mod table;
#[cfg(test)]
mod tests;

pub use cover::Cube;
pub use quantify::Renaming;
pub use table::{Manager, Statistics};

/// A function of the levels of its manager: an edge to a node, perhaps complemented.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bdd(u32);

/// A variable of the manager, by its place in the order; smaller levels stand nearer to the root.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(pub u32);

/// The operation would have made more nodes than the manager may hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("more than {limit} BDD nodes are needed")]
pub struct NodeLimit {
    /// How many nodes the manager may hold.
    pub limit: usize,
}

impl Bdd {
    /// The function that is always 1.
    pub const TRUE: Bdd = Bdd(0);
    /// The function that is always 0.
    pub const FALSE: Bdd = Bdd(1);

    /// Whether the function is 1 or 0 everywhere.
    pub fn is_constant(self) -> bool {
        self.node() == 0
    }

    fn node(self) -> usize {
        (self.0 >> 1) as usize
    }

    fn is_complemented(self) -> bool {
        self.0 & 1 == 1
    }

    fn regular(self) -> Bdd {
        Bdd(self.0 & !1)
    }

    /// Complemented if `other` is.
    fn signed_as(self, other: Bdd) -> Bdd {
        Bdd(self.0 ^ (other.0 & 1))
    }
}

impl From<bool> for Bdd {
    /// The constant function.
    fn from(value: bool) -> Bdd {
        if value { Bdd::TRUE } else { Bdd::FALSE }
    }
}

impl std::ops::Not for Bdd {
    type Output = Bdd;

    fn not(self) -> Bdd {
        Bdd(self.0 ^ 1)
    }
}
