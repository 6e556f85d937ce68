//! What was explored, by the engine or in a coarser domain, and what it knows.

use crate::bdd::NodeLimit;
use crate::bp::control::{Control, Point, Target, TargetKind};
use crate::domain::{self, Domain, Exploration};
use crate::reach::{self, Config, Cover, Reachability, Trace, explore_as_far};

/// An exploration, perhaps one that could not be finished.
pub(super) enum Explored<'a> {
    /// The engine's, with the limit it has run into.
    Engine(Box<Reachability>, Option<NodeLimit>),
    /// Of a coarser domain.
    Domain(Exploration<'a>),
}

/// What a question came to.
pub(super) enum Finding {
    /// By this trace, if there was room to find one.
    Reachable(Option<Trace>),
    Unreachable,
    Unknown,
}

impl<'a> Explored<'a> {
    pub(super) fn by_engine(control: Control, config: &Config) -> Explored<'a> {
        let (reachability, limit) = explore_as_far(control, config);
        Explored::Engine(Box::new(reachability), limit)
    }

    pub(super) fn in_domain(
        control: &'a Control,
        domain: &Domain,
        limit: usize,
    ) -> Result<Explored<'a>, domain::Error> {
        Ok(Explored::Domain(domain::explore(control, domain, limit)?))
    }

    pub(super) fn control(&self) -> &Control {
        match self {
            Explored::Engine(reachability, _) => reachability.control(),
            Explored::Domain(exploration) => exploration.control(),
        }
    }

    /// Why not everything could be told.
    pub(super) fn error(&self) -> Option<NodeLimit> {
        match self {
            Explored::Engine(_, limit) => *limit,
            Explored::Domain(_) => None,
        }
    }

    /// Whether a target may be reached; nothing if that is not known.
    pub(super) fn may_reach(&mut self, targets: &[Target]) -> Option<bool> {
        match self {
            Explored::Domain(exploration) => Some(exploration.is_reachable(targets)),
            Explored::Engine(reachability, limit) => {
                let may = noted(limit, reachability.is_reachable(targets))?;
                (may || limit.is_none()).then_some(may)
            }
        }
    }

    /// Whether a target is reachable and, in the engine, how.
    pub(super) fn find(&mut self, targets: &[Target]) -> Finding {
        match self.may_reach(targets) {
            Some(true) => {}
            Some(false) => return Finding::Unreachable,
            None => return Finding::Unknown,
        }
        match self {
            // Not all summaries are known: a trace need not be a shortest one.
            Explored::Domain(_) | Explored::Engine(_, Some(_)) => Finding::Reachable(None),
            Explored::Engine(reachability, limit) => {
                Finding::Reachable(noted(limit, reachability.trace(targets)).flatten())
            }
        }
    }

    /// The finding with the insides of the calls that its trace passes over.
    pub(super) fn expanded(&mut self, finding: Finding) -> Finding {
        let Explored::Engine(reachability, limit) = self else {
            return finding;
        };
        let Finding::Reachable(Some(mut trace)) = finding else {
            return finding;
        };
        let whole = noted(limit, reachability.expand(&mut trace));
        Finding::Reachable(whole.map(|()| trace))
    }

    /// Whether no run comes to a point, as far as that is known.
    pub(super) fn is_unreached(&mut self, point: Point) -> bool {
        let kind = TargetKind::Reached;
        let targets = [Target { point, kind }];
        match self {
            Explored::Domain(exploration) => !exploration.is_reachable(&targets),
            Explored::Engine(_, Some(_)) => false,
            Explored::Engine(reachability, limit) => {
                noted(limit, reachability.is_reachable(&targets)) == Some(false)
            }
        }
    }

    /// The states at a point, if all of them are known.
    pub(super) fn states_at(&mut self, point: Point) -> Option<Cover> {
        match self {
            Explored::Domain(exploration) => Some(exploration.states_at(point)),
            Explored::Engine(_, Some(_)) => None,
            Explored::Engine(reachability, limit) => noted(limit, reachability.states_at(point)),
        }
    }
}

/// The value; a limit that was run into is noted.
fn noted<T>(limit: &mut Option<NodeLimit>, result: Result<T, reach::Error>) -> Option<T> {
    match result {
        Ok(value) => Some(value),
        Err(reach::Error::NodeLimit(error)) => {
            *limit = Some(error);
            None
        }
        Err(reach::Error::Malformed(_) | reach::Error::NoSuchLabel { .. }) => None,
    }
}
