//! The loop: abstract, explore, look at what may fail, refine.

use std::collections::BTreeMap;

use super::{Unit, VerifyError, names, predicates, verdicts};
use crate::abstraction::{
    Abstraction, Blocks, Config, Error, Method, Points, Settings, abstract_program,
};
use crate::bp::Identifier;
use crate::flow::{FlowProgram, with_large_blocks};
use crate::predicate::{PredicateSet, add};
use crate::reach::{self, Question, Reachability, reach};
use crate::refine::{
    Feasibility, Path, Script, Strategy, Suggestion, feasibility, formula, go_on, prefix, search,
    suggestions,
};
use crate::report::{Report, Statistics};
use crate::smt::Oracle;
use crate::source::Sources;
use crate::verdict::{CheckId, Reason, Verdict};

/// Weakest preconditions along a loop that is gone through more often only unroll it further.
const MOST_UNROLLED: usize = 6;

/// How hard to try.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// How often new predicates are looked for; not at all for 0.
    pub refinements: usize,
}

/// What one turn of the loop has shown.
#[derive(Debug)]
pub struct Iteration<'a> {
    /// Counted from 1.
    pub number: usize,
    /// The Boolean program.
    pub abstraction: &'a Abstraction,
    /// What was looked at, check by check.
    pub examined: &'a [Examined],
}

/// A check that may fail in the abstraction, and what came of looking at it.
#[derive(Debug, Clone)]
pub struct Examined {
    /// The check.
    pub check: CheckId,
    /// How long the way to it is, in blocks.
    pub blocks: usize,
    /// What the way is.
    pub feasibility: Feasibility,
    /// By what new predicates were found.
    pub strategy: Option<Strategy>,
    /// The new predicates.
    pub added: Vec<Suggestion>,
}

impl Default for Options {
    fn default() -> Options {
        Options { refinements: 20 }
    }
}

/// A verdict for every check.
///
/// A check is proved if no run of the Boolean program, which allows whatever the unit can do, makes
/// its assertion fail; it is violated if a run of the unit makes it fail. `observer` sees every turn
/// of the loop.
///
/// # Errors
/// If the solver fails for good, or the exploration runs out of its limits.
pub fn verify(
    unit: &Unit,
    sources: &Sources,
    config: &Config,
    options: Options,
    oracle: &mut dyn Oracle,
    observer: &mut dyn FnMut(&Iteration<'_>),
) -> Result<Report, VerifyError> {
    let flow = with_large_blocks(&unit.flow, &|id| {
        config.settings_of(id).blocks == Blocks::Large
    });
    let predicates = predicates(unit, config, oracle)?;
    let mut search = Loop {
        unit,
        flow: &flow,
        config: Config {
            points: Points::Labelled,
            ..config.clone()
        },
        predicates,
        found: BTreeMap::new(),
        reasons: BTreeMap::new(),
        statistics: Statistics::default(),
    };
    if options.refinements > 0 {
        search.found = self::search(&flow);
    }
    let verdicts = search.run(options, oracle, observer)?;
    let mut statistics = search.statistics;
    statistics.predicates = search.predicates.len();
    Ok(Report {
        files: names(sources),
        checks: unit.flow.checks.iter().cloned().zip(verdicts).collect(),
        scripts: search.found,
        gaps: unit.flow.gaps.clone(),
        warnings: unit
            .warnings
            .iter()
            .map(|warning| format!("{}: {}", sources.locate(warning.span), warning.message))
            .collect(),
        statistics,
    })
}

struct Loop<'a> {
    unit: &'a Unit,
    flow: &'a FlowProgram,
    config: Config,
    predicates: PredicateSet,
    /// What is violated, and how.
    found: BTreeMap<CheckId, Script>,
    /// Why a check cannot be decided.
    reasons: BTreeMap<CheckId, Reason>,
    statistics: Statistics,
}

impl Loop<'_> {
    fn run(
        &mut self,
        options: Options,
        oracle: &mut dyn Oracle,
        observer: &mut dyn FnMut(&Iteration<'_>),
    ) -> Result<Vec<Verdict>, VerifyError> {
        for number in 1.. {
            let abstraction = self.abstracted(oracle)?;
            let mut reachability = reach(&abstraction.program, &reach::Config::default())?;
            let verdicts = self.judged(verdicts(self.unit, &mut reachability)?);
            let is_last = number > options.refinements;
            let mut examined = Vec::new();
            if !is_last {
                for (id, verdict) in (0..).map(CheckId).zip(&verdicts) {
                    let is_open = matches!(verdict, Verdict::Unknown(_))
                        && !self.found.contains_key(&id)
                        && !self.reasons.contains_key(&id);
                    if is_open {
                        let seen = self.examine(id, &mut reachability, oracle)?;
                        examined.extend(seen);
                    }
                }
            }
            observer(&Iteration {
                number,
                abstraction: &abstraction,
                examined: &examined,
            });
            let goes_on = examined.iter().any(|seen| {
                !seen.added.is_empty()
            });
            if !goes_on {
                let reason = if options.refinements == 0 {
                    Reason::PredicatesTooWeak
                } else if is_last {
                    Reason::Limit
                } else {
                    Reason::NoNewPredicate
                };
                let known = self.judged(verdicts).into_iter();
                return Ok((0..)
                    .map(CheckId)
                    .zip(known)
                    .map(|(id, verdict)| self.reasoned(id, verdict, reason))
                    .collect());
            }
        }
        unreachable!("the loop ends at its limit")
    }

    /// The verdicts with what is known to be violated.
    fn judged(&self, verdicts: Vec<Verdict>) -> Vec<Verdict> {
        (0..)
            .map(CheckId)
            .zip(verdicts)
            .map(|(id, verdict)| match verdict {
                Verdict::Unknown(_) if self.found.contains_key(&id) => Verdict::Violated,
                Verdict::Unknown(_) | Verdict::Proved(_) | Verdict::Violated => verdict,
            })
            .collect()
    }

    fn reasoned(&self, id: CheckId, verdict: Verdict, otherwise: Reason) -> Verdict {
        match verdict {
            Verdict::Unknown(_) => {
                Verdict::Unknown(self.reasons.get(&id).copied().unwrap_or(otherwise))
            }
            Verdict::Proved(_) | Verdict::Violated => verdict,
        }
    }

    /// The abstraction by the predicates there are; where the direct method would need too much,
    /// the Cartesian one is taken.
    fn abstracted(&mut self, oracle: &mut dyn Oracle) -> Result<Abstraction, Error> {
        self.statistics.iterations += 1;
        let found = match abstract_program(self.flow, &self.predicates, &self.config, oracle) {
            Err(Error::Size { .. }) => {
                let cartesian = |settings: Settings| Settings {
                    method: Method::Cartesian,
                    ..settings
                };
                self.config.settings = cartesian(self.config.settings);
                for settings in self.config.exceptions.values_mut() {
                    *settings = cartesian(*settings);
                }
                abstract_program(self.flow, &self.predicates, &self.config, oracle)?
            }
            other => other?,
        };
        self.statistics.questions += found.counts.asked;
        self.statistics.from_models += found.counts.from_models;
        self.statistics.unanswered += found.counts.unknown;
        Ok(found)
    }

    /// Looks at the way in which a check may fail.
    fn examine(
        &mut self,
        check: CheckId,
        reachability: &mut Reachability,
        oracle: &mut dyn Oracle,
    ) -> Result<Option<Examined>, VerifyError> {
        let label = Identifier::new(&check.to_string());
        let question = Question::Fails {
            procedure: None,
            label,
        };
        let targets = reachability.resolve(&question)?;
        let Some(mut trace) = reachability.trace(&targets)? else {
            return Ok(None);
        };
        reachability.expand(&mut trace)?;
        let Some(path) = Path::of_trace(self.flow, reachability, &trace, check) else {
            self.reasons.insert(check, Reason::Limit);
            return Ok(None);
        };
        let formula = formula(self.flow, &path);
        let feasibility = feasibility(self.flow, &path, &formula, oracle)?;
        let mut examined = Examined {
            check,
            blocks: path.visits.len(),
            feasibility: feasibility.clone(),
            strategy: None,
            added: Vec::new(),
        };
        match feasibility {
            Feasibility::Confirmed(script) => {
                self.found.insert(check, script);
            }
            Feasibility::RestsOnLost(_) => {
                self.reasons.insert(check, Reason::RestsOnLost);
            }
            Feasibility::NotConfirmed => {
                self.reasons.insert(check, Reason::NotConfirmed);
            }
            Feasibility::Unknown(_) => {
                self.reasons.insert(check, Reason::SolverGaveUp);
            }
            Feasibility::Impossible(core) => {
                for strategy in strategies(&path) {
                    let suggested =
                        suggestions(self.flow, &path, &formula, &core, strategy, oracle)?;
                    let added = self.add(suggested, oracle)?;
                    if !added.is_empty() {
                        examined.strategy = Some(strategy);
                        examined.added = added;
                        break;
                    }
                }
                if let Some(script) = prefix(&formula, &core, oracle)? {
                    let found = go_on(self.flow, &script);
                    for (other, script) in found {
                        self.found.entry(other).or_insert(script);
                    }
                }
            }
        }
        Ok(Some(examined))
    }

    /// Takes the suggestions that say something new.
    fn add(
        &mut self,
        suggested: Vec<Suggestion>,
        oracle: &mut dyn Oracle,
    ) -> Result<Vec<Suggestion>, VerifyError> {
        let mut added = Vec::new();
        for suggestion in suggested {
            let span = match suggestion.scope {
                Some(id) => self.flow.subprogram(id).span,
                None => self.flow.main.span,
            };
            let (scope, term) = (suggestion.scope, suggestion.term.clone());
            if add(&mut self.predicates, self.flow, scope, span, term, oracle)? {
                added.push(suggestion);
            }
        }
        Ok(added)
    }
}

/// In which order to look for predicates: where something is gone through more than once, its
/// invariants come first, because weakest preconditions would unroll it.
fn strategies(path: &Path) -> Vec<Strategy> {
    match path.most_visits() {
        0 | 1 => vec![
            Strategy::WeakestPreconditions,
            Strategy::PathInvariants,
            Strategy::SubprogramInvariants,
        ],
        2..=MOST_UNROLLED => vec![
            Strategy::SubprogramInvariants,
            Strategy::PathInvariants,
            Strategy::WeakestPreconditions,
            Strategy::Interpolants,
        ],
        _ => vec![
            Strategy::SubprogramInvariants,
            Strategy::PathInvariants,
            Strategy::Interpolants,
        ],
    }
}
