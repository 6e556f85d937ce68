//! Where control comes: places that no run was seen at, and what the proofs say of them.
//!
//! A check that is proved because no run gets to it says so, and a condition that nothing satisfies
//! together with what holds there is told.

use std::collections::{BTreeMap, BTreeSet};

use crate::certify::{Certifier, Proof, Station, unreachable};
use crate::flow::{BlockId, FlowProgram, Statement, StatementKind, SubprogramId};
use crate::interpret::{Place, Point, Step};
use crate::logic::{Term, TermKind, Variable};
use crate::source::Span;
use crate::verdict::CheckId;

/// The places that matter: before each check, and before and behind each assumption.
#[derive(Debug, Default)]
pub(super) struct Stations {
    checks: BTreeMap<CheckId, BTreeSet<Station>>,
    assumptions: Vec<Assumption>,
}

/// A condition that runs are taken to satisfy.
#[derive(Debug)]
struct Assumption {
    span: Span,
    before: Station,
    behind: Station,
}

impl Stations {
    /// Those of a program whose blocks have been made large, and of what it was `before`.
    pub(super) fn of(flow: &FlowProgram, before: &FlowProgram) -> Stations {
        let mut found = Stations::default();
        let subprograms = (0..).map(SubprogramId).map(Some).zip(&flow.subprograms);
        let originals = before.subprograms.iter().chain([&before.main]);
        let all = subprograms.chain([(None, &flow.main)]).zip(originals);
        for ((id, subprogram), original) in all {
            // What remembers which way a run takes through a large block.
            let known: BTreeSet<&Variable> = original.variables().map(|v| &v.variable).collect();
            let own = subprogram.variables().map(|v| &v.variable);
            let ways: BTreeSet<&Variable> = own.filter(|own| !known.contains(own)).collect();
            for (at, block) in (0..).map(BlockId).zip(&subprogram.blocks) {
                let last = block.statements.len();
                for (number, statement) in block.statements.iter().enumerate() {
                    let station = |number: usize, guard: Term| Station {
                        point: Point {
                            subprogram: id,
                            block: at,
                            place: if number < last {
                                Place::Statement(number)
                            } else {
                                Place::Terminator
                            },
                        },
                        guard,
                    };
                    found.add(statement, number, &ways, &station);
                }
            }
        }
        found
    }

    fn add(
        &mut self,
        statement: &Statement,
        number: usize,
        ways: &BTreeSet<&Variable>,
        station: &dyn Fn(usize, Term) -> Station,
    ) {
        match &statement.kind {
            StatementKind::Check { check, condition } => {
                let (guard, _) = guarded(condition, ways);
                let here = self.checks.entry(*check).or_default();
                here.insert(station(number, guard));
            }
            StatementKind::Assume(condition) => {
                let (guard, condition) = guarded(condition, ways);
                let before = station(number, guard.clone());
                // That a run stops here is no condition of the user's, and the client has none.
                if !condition.is_bool(false) && before.point.subprogram.is_some() {
                    self.assumptions.push(Assumption {
                        span: statement.span,
                        before,
                        behind: station(number + 1, guard),
                    });
                }
            }
            StatementKind::Assign { .. } => {}
        }
    }

    fn all(&self) -> impl Iterator<Item = &Station> {
        let assumptions = self.assumptions.iter();
        let around = assumptions.flat_map(|assumption| [&assumption.before, &assumption.behind]);
        self.checks.values().flatten().chain(around)
    }

    /// The stations of a check.
    pub(super) fn of_check(&self, check: CheckId) -> BTreeSet<Station> {
        self.checks.get(&check).cloned().unwrap_or_default()
    }
}

/// A condition of a large block as the condition where the statement has an effect, and where that
/// is.
#[allow(clippy::wildcard_enum_match_arm)] // only these shapes matter
fn guarded(condition: &Term, ways: &BTreeSet<&Variable>) -> (Term, Term) {
    let is_way = |term: &Term| {
        let inner = match term.kind() {
            TermKind::Not(inner) => inner,
            _ => term,
        };
        matches!(inner.kind(), TermKind::Variable(variable) if ways.contains(variable))
    };
    let parts = match condition.kind() {
        TermKind::Or(parts) => parts.clone(),
        _ => vec![condition.clone()],
    };
    let (guards, rest): (Vec<Term>, Vec<Term>) = parts.into_iter().partition(is_way);
    (Term::and(guards.into_iter().map(Term::not)), Term::or(rest))
}

/// Where runs were seen.
#[derive(Debug, Default)]
pub(super) struct Sightings {
    /// Where none was yet.
    unseen: BTreeMap<Point, BTreeSet<Term>>,
    has_run: bool,
}

impl Sightings {
    /// Nowhere yet.
    pub(super) fn new(stations: &Stations) -> Sightings {
        let mut found = Sightings::default();
        for station in stations.all() {
            let here = found.unseen.entry(station.point).or_default();
            here.insert(station.guard.clone());
        }
        found
    }

    /// A run makes a step.
    pub(super) fn note(&mut self, step: Step<'_>) {
        self.has_run = true;
        if let Some(guards) = self.unseen.get_mut(&step.point) {
            guards.retain(|guard| !step.state.shows(guard));
            if guards.is_empty() {
                self.unseen.remove(&step.point);
            }
        }
    }

    /// The stations that no run came to; none where no runs were made.
    pub(super) fn unseen(&self) -> BTreeSet<Station> {
        let all = self.unseen.iter().filter(|_| self.has_run);
        all.flat_map(|(point, guards)| {
            let station = |guard: &Term| Station {
                point: *point,
                guard: guard.clone(),
            };
            guards.iter().map(station)
        })
        .collect()
    }
}

/// What confirmed proofs say of places.
#[derive(Debug, Default)]
pub(super) struct Deserted {
    stations: BTreeSet<Station>,
}

impl Deserted {
    /// Asks of these places whether a proof, which has been confirmed, keeps runs from them.
    pub(super) fn learn(
        &mut self,
        flow: &FlowProgram,
        proof: &Proof,
        doubted: &BTreeSet<Station>,
        certifiers: &mut [Certifier],
    ) {
        let open: BTreeSet<Station> = doubted.difference(&self.stations).cloned().collect();
        let found = unreachable(flow, proof, &open, certifiers);
        self.stations.extend(found);
    }

    /// Whether no run gets to a check.
    pub(super) fn is_unreachable(&self, stations: &Stations, check: CheckId) -> bool {
        let places = stations.of_check(check);
        !places.is_empty() && places.is_subset(&self.stations)
    }

    /// The assumptions of subprograms that runs may come to, and none passes.
    pub(super) fn dead_ends(&self, stations: &Stations) -> BTreeSet<Span> {
        let is_dead_end = |assumption: &&Assumption| {
            self.stations.contains(&assumption.behind)
                && !self.stations.contains(&assumption.before)
        };
        let all = stations.assumptions.iter().filter(is_dead_end);
        all.map(|assumption| assumption.span).collect()
    }
}
