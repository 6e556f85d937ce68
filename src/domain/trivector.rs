//! Trivectors: per variable 0, 1 or either (Section 5 of the TACAS paper).

/// What is known of one variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tri {
    /// It is 0.
    False,
    /// It is 1.
    True,
    /// It may be either.
    Star,
}

/// What is known of several variables, each on its own: the smallest Cartesian product that holds
/// their values.
pub type Trivector = Vec<Tri>;

impl Tri {
    /// What is known of a variable that may have these values, of which there is at least one.
    pub(super) fn of((zero, one): (bool, bool)) -> Tri {
        match (zero, one) {
            (true, true) => Tri::Star,
            (false, true) => Tri::True,
            (_, false) => Tri::False,
        }
    }

    /// The value, if it is known.
    pub fn value(self) -> Option<bool> {
        match self {
            Tri::False => Some(false),
            Tri::True => Some(true),
            Tri::Star => None,
        }
    }

    fn join(self, other: Tri) -> Tri {
        if self == other { self } else { Tri::Star }
    }
}

impl From<bool> for Tri {
    fn from(value: bool) -> Tri {
        if value { Tri::True } else { Tri::False }
    }
}

/// The least trivector above both.
pub(super) fn join(first: &[Tri], second: &[Tri]) -> Trivector {
    let pairs = first.iter().zip(second);
    pairs.map(|(a, b)| a.join(*b)).collect()
}

/// Whether everything `lower` stands for, `upper` stands for too.
pub(super) fn is_below(lower: &[Tri], upper: &[Tri]) -> bool {
    let mut pairs = lower.iter().zip(upper);
    pairs.all(|(a, b)| a == b || *b == Tri::Star)
}

/// The trivectors of one point, as the domain keeps them.
#[derive(Debug, Clone, Default)]
pub(super) struct Elements {
    /// In the order they were found.
    pub(super) list: Vec<Trivector>,
    /// Those that may stand for others, by place in the list.
    starred: Vec<usize>,
    known: std::collections::BTreeSet<Trivector>,
}

impl Elements {
    /// Adds a trivector to the set; whether it was not below one already there.
    pub(super) fn add(&mut self, new: &Trivector) -> bool {
        let below = |at: &usize| is_below(new, &self.list[*at]);
        if self.known.contains(new) || self.starred.iter().any(below) {
            return false;
        }
        if new.contains(&Tri::Star) {
            self.starred.push(self.list.len());
        }
        self.known.insert(new.clone());
        self.list.push(new.clone());
        true
    }

    /// Joins a trivector to the only one there is; the join, if that is new.
    pub(super) fn widen(&mut self, new: &Trivector) -> Option<Trivector> {
        let joined = match self.list.first() {
            Some(known) => join(known, new),
            None => new.clone(),
        };
        if self.list.first() == Some(&joined) {
            return None;
        }
        self.list = vec![joined.clone()];
        Some(joined)
    }
}
