//! Open checks by the exact reading of the Boolean program.
//!
//! A check that fails on a way whose steps are all real needs no feasibility check to be refuted;
//! to be called violated it still needs inputs and their replay. Where it is open, the step on which
//! it depends gives the predicate that is missing.

use super::super::way::Way;
use super::super::{VerifyError, in_time};
use super::examination::core_of;
use super::shares::Shares;
use super::{Examined, Loop, Observer, Progress};
use crate::abstraction::Abstraction;
use crate::bp::Identifier;
use crate::bp::control::{Control, lower};
use crate::exact::{self, Answer, Atom, Checker, Ctl, Explanation, Visited, VisitedPlace};
use crate::reach;
use crate::refine::{
    Feasibility, Path, Reading, Strategy, Suggestion, feasibility, formula, guided,
};
use crate::smt::{Deadline, Oracle};
use crate::verdict::{CheckId, Reason, Verdict};

/// Decision diagrams of the exact reading may have so many nodes together: more take too long.
const MOST_NODES: usize = 1 << 23;
/// So many statements, calls replaced.
const MOST_COPIES: usize = 50_000;

impl Loop<'_> {
    /// Looks at the open checks; `None` where the program cannot be read exactly.
    pub(super) fn examined_exactly(
        &mut self,
        (open, judged): (&[CheckId], &[Verdict]),
        shares: &mut Shares<'_>,
        abstraction: &Abstraction,
        oracle: &mut dyn Oracle,
        observer: &mut dyn Observer,
    ) -> Result<Option<Vec<Examined>>, VerifyError> {
        if open.is_empty() {
            return Ok(Some(Vec::new()));
        }
        let control = lower(&abstraction.program).map_err(reach::Error::from)?;
        let config = self.reading();
        let mut checker = match Checker::resumed(&control, &config, &self.seeds) {
            Ok(checker) => checker,
            Err(error) => return too_hard(error).map(|()| None),
        };
        let mut examined = Vec::new();
        for check in open {
            if self.is_late() {
                break;
            }
            if self.findings.is_settled(*check) {
                continue;
            }
            let Some(end) = shares.of(*check) else {
                continue;
            };
            let answer = match checker.check(&never(*check)) {
                Ok(answer) => answer,
                Err(error) => {
                    too_hard(error)?;
                    self.give_up(*check, Reason::Limit);
                    continue;
                }
            };
            let oracle = &mut Deadline::new(&mut *oracle, end);
            let seen = match answer {
                // The over-approximation leaves open what this one excludes only by its limits.
                Answer::True(_) => continue,
                Answer::False(way) => self.refuted(*check, &control, &way, oracle),
                Answer::Inconclusive(explanation) => {
                    self.settled(*check, abstraction, &control, &explanation, oracle)
                }
            };
            match in_time(seen)? {
                Some(seen) if matches!(seen.progress, Progress::Later) => continue,
                Some(seen) => examined.push(seen),
                None => shares.cut_off(*check),
            }
            if self.findings.is_settled(*check) {
                self.announce(judged, observer);
            }
        }
        let counters = checker.counters();
        self.statistics.preimages += counters.preimages;
        self.statistics.seeded += counters.seeded;
        match checker.seeds() {
            Ok(seeds) => self.seeds = seeds,
            Err(error) => too_hard(error)?,
        }
        Ok(Some(examined))
    }

    /// Whether a check surely fails, and inputs show it.
    pub(super) fn is_surely_violated(
        &mut self,
        check: CheckId,
        abstraction: &Abstraction,
        oracle: &mut dyn Oracle,
    ) -> Result<bool, VerifyError> {
        let control = lower(&abstraction.program).map_err(reach::Error::from)?;
        let answer = Checker::new(&control, &self.reading())
            .and_then(|mut checker| checker.check(&never(check)));
        let way = match answer {
            Ok(Answer::False(way)) => way,
            Ok(Answer::True(_) | Answer::Inconclusive(_)) => return Ok(false),
            Err(error) => return too_hard(error).map(|()| false),
        };
        if let Some(script) = guided(&self.reading_of(abstraction, &control), &way, check, oracle)?
        {
            return Ok(self.confirm(check, script));
        }
        Ok(false)
    }

    fn reading(&self) -> exact::Config {
        exact::Config {
            reading: exact::Reading::Abstraction,
            node_limit: MOST_NODES,
            copy_limit: MOST_COPIES,
            deadline: self.options.deadline,
            ..exact::Config::default()
        }
    }

    fn reading_of<'r>(&'r self, abstraction: &'r Abstraction, control: &'r Control) -> Reading<'r> {
        Reading {
            flow: self.flow,
            meanings: &abstraction.meanings,
            control,
            main: None,
        }
    }

    /// A check that surely fails: inputs that show it are those of the way on which that shows.
    fn refuted(
        &mut self,
        check: CheckId,
        control: &Control,
        way: &[Visited],
        oracle: &mut dyn Oracle,
    ) -> Result<Examined, VerifyError> {
        self.findings.depends_no_more(check);
        let points: Vec<_> = way.iter().filter_map(point_of).collect();
        let Some(path) = Path::of_points(self.flow, control, &points, check) else {
            self.give_up(check, Reason::Limit);
            return Ok(looked_at(check, "the way is too long", Progress::None));
        };
        let formula = formula(self.flow, &path);
        let feasibility = feasibility(self.flow, &path, &formula, oracle)?;
        let mut progress = Progress::None;
        match &feasibility {
            Feasibility::Confirmed(script) => {
                if !self.confirm(check, script.clone()) {
                    self.give_up(check, self.unconfirmed(script));
                }
            }
            Feasibility::RestsOnLost(_) => self.give_up(check, self.lost()),
            Feasibility::NotConfirmed => self.give_up(check, Reason::NotConfirmed),
            Feasibility::Endless => self.give_up(check, Reason::RunTooLong),
            // It fails on some way with the same choices, not on this one: what was lost on it
            // turns out otherwise.
            Feasibility::Impossible(core) => {
                let way = (&path, &formula, core);
                let by = Strategy::WeakestPreconditions;
                let found = self.suggester.suggestions(self.flow, way, by, oracle)?;
                let added = self.vocabulary.add(self.flow, check, found, oracle)?;
                progress = self.progressed(check, by, added, oracle)?;
                if matches!(progress, Progress::None) {
                    self.give_up(check, Reason::NoInputs);
                }
            }
            Feasibility::Unknown(_) => self.give_up(check, Reason::SolverGaveUp),
        }
        Ok(Examined {
            check,
            way: Some(Way::new(path, &formula, core_of(&feasibility))),
            feasibility,
            progress,
            open: None,
        })
    }

    /// A check that is open: what would settle it is added, or shown by runs.
    fn settled(
        &mut self,
        check: CheckId,
        abstraction: &Abstraction,
        control: &Control,
        explanation: &Explanation,
        oracle: &mut dyn Oracle,
    ) -> Result<Examined, VerifyError> {
        let reading = self.reading_of(abstraction, control);
        let suggested = reading.suggestions(&explanation.cause);
        let told = super::super::properties::told(self.unit, &reading, explanation, &suggested);
        let mut progress = Progress::None;
        if self.precision.is_first() && self.precision.refine(&mut self.config) {
            progress = Progress::Precision;
        }
        if matches!(progress, Progress::None) {
            let added = self.vocabulary.add(self.flow, check, suggested, oracle)?;
            progress = self.progressed(check, Strategy::OpenSteps, added, oracle)?;
        }
        if matches!(progress, Progress::None) {
            self.give_up(check, Reason::NoNewPredicate);
        }
        let what = format!("{} is not known", told.what);
        self.findings.depends(check, told.clone());
        Ok(Examined {
            open: Some(told),
            ..looked_at(check, &what, progress)
        })
    }

    /// What came of suggestions: new predicates, or a more precise abstraction, or runs decide.
    fn progressed(
        &mut self,
        check: CheckId,
        strategy: Strategy,
        added: Vec<Suggestion>,
        oracle: &mut dyn Oracle,
    ) -> Result<Progress, VerifyError> {
        if !added.is_empty() {
            return Ok(Progress::Predicates(strategy, added));
        }
        if self.is_settled_by_runs(check, oracle)? {
            return Ok(Progress::Runs);
        }
        if self.postpones(check) {
            return Ok(Progress::Later);
        }
        if self.precision.refine(&mut self.config) {
            return Ok(Progress::Precision);
        }
        Ok(Progress::None)
    }
}

/// That a check never fails.
pub(in crate::pipeline) fn never(check: CheckId) -> Ctl {
    let fails = Ctl::Atom(Atom::Fails {
        procedure: None,
        label: Identifier::new(&check.to_string()),
    });
    Ctl::not(Ctl::exists_eventually(fails))
}

fn looked_at(check: CheckId, why: &str, progress: Progress) -> Examined {
    Examined {
        check,
        way: None,
        feasibility: Feasibility::Unknown(why.to_owned()),
        progress,
        open: None,
    }
}

fn point_of(visited: &Visited) -> Option<(crate::bp::control::Point, usize)> {
    match visited.place {
        VisitedPlace::At(point) => Some((point, visited.depth)),
        VisitedPlace::Failed(_) | VisitedPlace::Ended => None,
    }
}

/// Whether the exact reading only takes too much; what is asked for names that are there.
fn too_hard(error: exact::Error) -> Result<(), VerifyError> {
    match error {
        exact::Error::Recursion(_)
        | exact::Error::TooManyCopies { .. }
        | exact::Error::NodeLimit(_)
        | exact::Error::TimeUp => Ok(()),
        exact::Error::Unnamed(_) => Err(VerifyError::Exact(error)),
    }
}
