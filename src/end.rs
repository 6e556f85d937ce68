//! When work is to come to its end before it is done.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// A moment, a wish of somebody, whichever comes first; or neither.
#[derive(Debug, Clone, Copy)]
pub struct End {
    moment: Option<Instant>,
    wish: Option<&'static AtomicBool>,
}

impl End {
    /// Work goes on until it is done.
    pub const NEVER: End = End {
        moment: None,
        wish: None,
    };

    /// At this moment, if there is one.
    pub fn at(moment: Option<Instant>) -> End {
        End { moment, wish: None }
    }

    /// Or as soon as somebody wishes it.
    #[must_use]
    pub fn or_on(self, wish: &'static AtomicBool) -> End {
        End {
            wish: Some(wish),
            ..self
        }
    }

    /// The end of the first of so many pieces of work that have the same time each until then.
    #[must_use]
    pub fn share(self, pieces: usize) -> End {
        let pieces = u32::try_from(pieces).unwrap_or(u32::MAX).max(1);
        let moment = self.moment.map(|moment| {
            let now = Instant::now();
            match pieces {
                1 => moment,
                _ => now + moment.saturating_duration_since(now) / pieces,
            }
        });
        End { moment, ..self }
    }

    /// The moment, if there is one.
    pub fn moment(&self) -> Option<Instant> {
        self.moment
    }

    /// Whether somebody has wished it.
    pub fn is_wished(&self) -> bool {
        self.wish.is_some_and(|wish| wish.load(Ordering::SeqCst))
    }

    /// Whether it has come.
    pub fn has_come(&self) -> bool {
        self.is_wished() || self.moment.is_some_and(|moment| Instant::now() >= moment)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_end_comes_by_time_or_by_wish() {
        static WISH: AtomicBool = AtomicBool::new(false);
        assert!(!End::NEVER.has_come());
        let past = End::at(Some(Instant::now())).or_on(&WISH);
        assert!(past.has_come() && !past.is_wished());
        let wished = End::at(None).or_on(&WISH);
        assert!(!wished.has_come());
        WISH.store(true, Ordering::SeqCst);
        assert!(wished.has_come() && wished.is_wished());
    }
}
