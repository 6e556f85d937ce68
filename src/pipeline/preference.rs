//! What is tried first where an abstraction leaves something open: more predicates, or more of what
//! the present ones can tell.

use crate::abstraction::{Config, CubeLimit, Method, Settings};

/// What the exact reading prefers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Preference {
    /// New predicates; a more precise abstraction where there are none.
    #[default]
    Predicates,
    /// A more precise abstraction by the predicates there are, until there is none.
    Precision,
}

/// How precise the abstraction may still become.
#[derive(Debug, Clone, Copy)]
pub(super) struct Precision {
    preference: Preference,
    /// How often it can be raised.
    left: usize,
}

impl Precision {
    pub(super) fn of(preference: Preference) -> Precision {
        Precision {
            preference,
            left: 2,
        }
    }

    /// Whether it comes before new predicates.
    pub(super) fn is_first(self) -> bool {
        self.preference == Preference::Precision
    }

    /// Makes the abstraction more precise: first by cubes of any length, then by the direct method.
    /// Says whether it could be.
    pub(super) fn refine(&mut self, config: &mut Config) -> bool {
        let Some(left) = self.left.checked_sub(1) else {
            return false;
        };
        self.left = left;
        let all = std::iter::once(&mut config.settings).chain(config.exceptions.values_mut());
        let mut is_finer = false;
        for settings in all {
            let finer = finer(*settings);
            is_finer |= finer != *settings;
            *settings = finer;
        }
        is_finer
    }
}

fn finer(settings: Settings) -> Settings {
    if settings.max_cube != CubeLimit::All {
        return Settings {
            max_cube: CubeLimit::All,
            ..settings
        };
    }
    Settings {
        method: Method::Direct,
        ..settings
    }
}
