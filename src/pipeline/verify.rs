//! The loop: abstract, explore, look at what may fail, refine.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use super::{Unit, VerifyError, located_warnings, names, predicates, verdicts};
use crate::abstraction::{
    Abstraction, Blocks, Config, Error, Memory, Method, Points, Settings, abstract_again,
};
use crate::bp::Identifier;
use crate::certify::{Certificate, Certifier, certify};
use crate::flow::{FlowProgram, with_large_blocks};
use crate::logic::{Term, Value, Variable};
use crate::predicate::{PredicateSet, add};
use crate::program::{Object, SubprogramId};
use crate::proof::{self, Told, told};
use crate::reach::{self, Question, Reachability, reach};
use crate::refine::{
    self, Deed, Feasibility, Path, PathFormula, Script, Strategy, Suggester, Suggestion,
    feasibility, formula, go_on, prefix, replay, search,
};
use crate::report::{ClientStep, Report, Statistics};
use crate::smt::Oracle;
use crate::source::Sources;
use crate::verdict::{CheckId, Reason, Verdict};

/// Weakest preconditions along a loop that is gone through more often only unroll it further.
const MOST_UNROLLED: usize = 6;
/// So many bounds of the same sum are enough.
const MOST_BOUNDS: usize = 6;
/// Invariants are looked for in vain so often for one check.
const MOST_FAILURES: usize = 5;
/// So many predicates of one scope are enough: with more, the abstraction takes for ever.
const MOST_PREDICATES: usize = 32;

/// How hard to try.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// How often new predicates are looked for; not at all for 0.
    pub refinements: usize,
    /// How long invariants are looked for each time, in questions to the solver.
    pub effort: u32,
    /// When to come to an end; the only thing on which results depend that is not the same
    /// everywhere.
    pub deadline: Option<Instant>,
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
        Options {
            refinements: 16,
            effort: 10,
            deadline: None,
        }
    }
}

/// A verdict for every check.
///
/// A check is proved if no run of the Boolean program, which allows whatever the unit can do, makes
/// its assertion fail, and if the `certifiers` confirm the proof; where there are none it is not
/// looked at again. It is violated if a run of the unit makes it fail. `observer` sees every turn of
/// the loop.
///
/// # Errors
/// If the solver fails for good, or the exploration runs out of its limits.
pub fn verify(
    unit: &Unit,
    sources: &Sources,
    config: &Config,
    options: Options,
    oracle: &mut dyn Oracle,
    certifiers: &mut [Certifier],
    observer: &mut dyn FnMut(&Iteration<'_>),
) -> Result<Report, VerifyError> {
    let flow = with_large_blocks(&unit.flow, &|id| {
        config.settings_of(id).blocks == Blocks::Large
    });
    let mut search = Loop {
        unit,
        flow: &flow,
        config: of_blocks(config),
        options,
        predicates: predicates(unit, config, oracle)?,
        wanted: BTreeMap::new(),
        suggester: Suggester::new(options.effort),
        memory: Memory::default(),
        tried: BTreeSet::new(),
        found: BTreeMap::new(),
        reasons: BTreeMap::new(),
        statistics: Statistics::default(),
    };
    let (mut verdicts, abstraction) = search.run(oracle, observer)?;
    let mut warnings = located_warnings(unit, sources);
    let (mut certificate, mut invariants) = (None, Vec::new());
    if !certifiers.is_empty() {
        let proved = (&flow, &abstraction);
        let (found, told) = certified(unit, proved, &mut verdicts, oracle, certifiers)?;
        warnings.extend(found.warnings());
        certificate = Some(found);
        invariants = told;
    }
    let mut statistics = search.statistics;
    statistics.predicates = search.predicates.len();
    Ok(Report {
        files: names(sources),
        checks: unit.flow.checks.iter().cloned().zip(verdicts).collect(),
        inputs: search
            .found
            .iter()
            .map(|(check, script)| (*check, inputs(unit, &flow, script)))
            .collect(),
        gaps: unit.flow.gaps.clone(),
        warnings,
        statistics,
        certificate,
        invariants,
    })
}

/// The same for a program whose blocks are as large as they are to be, and can be told apart.
fn of_blocks(config: &Config) -> Config {
    let basic = |settings: Settings| Settings {
        blocks: Blocks::Basic,
        ..settings
    };
    let exceptions = config.exceptions.iter();
    Config {
        points: Points::Labelled,
        settings: basic(config.settings),
        exceptions: exceptions.map(|(id, own)| (*id, basic(*own))).collect(),
        ..config.clone()
    }
}

/// What a client does to make a check fail, in words.
fn inputs(unit: &Unit, flow: &FlowProgram, script: &Script) -> Vec<ClientStep> {
    let globals = unit.program.globals.iter().map(|global| &global.object);
    let globals: Vec<&Object> = globals.collect();
    let deeds = refine::deeds(flow, script).into_iter();
    let step = |deed: Deed| match deed {
        Deed::Set { variable, value } => ClientStep::Set {
            variable: variable.name.to_string(),
            value: literal(&globals, &variable, &value),
        },
        Deed::Call {
            subprogram,
            arguments,
            environment,
        } => {
            let called = unit.program.subprogram(subprogram);
            let formals = called.formals.iter().map(|formal| &formal.object);
            let own: Vec<&Object> = formals.chain(&called.locals).collect();
            let known: Vec<&Object> = own.into_iter().chain(globals.iter().copied()).collect();
            ClientStep::Call {
                subprogram: called.name.clone(),
                arguments: arguments
                    .into_iter()
                    .map(|(formal, value)| {
                        let text = literal(&known, &formal, &value);
                        (formal.name.to_string(), text)
                    })
                    .collect(),
                environment: environment
                    .into_iter()
                    .map(|(span, variable, value)| (span, literal(&known, &variable, &value)))
                    .collect(),
            }
        }
    };
    deeds.map(step).collect()
}

/// A value as Ada writes it, by the type of the variable that holds it.
fn literal(known: &[&Object], variable: &Variable, value: &Value) -> String {
    let object = known.iter().find(|object| object.variable == *variable);
    match object {
        Some(object) => object.literal(value),
        None => value.to_string(),
    }
}

/// Has the proof of the proved checks confirmed; those of which it is not are unknown. Also says in
/// words what was confirmed.
fn certified(
    unit: &Unit,
    (flow, abstraction): (&FlowProgram, &Abstraction),
    verdicts: &mut [Verdict],
    oracle: &mut dyn Oracle,
    certifiers: &mut [Certifier],
) -> Result<(Certificate, Vec<Told>), VerifyError> {
    let is_proved = |(_, verdict): &(CheckId, &Verdict)| matches!(verdict, Verdict::Proved(_));
    let ids = (0..).map(CheckId);
    let claimed = ids.zip(&*verdicts).filter(is_proved).map(|(id, _)| id);
    let claimed: BTreeSet<CheckId> = claimed.collect();
    let evidence = proof::extract(flow, abstraction)?;
    let certificate = certify(flow, &evidence.proof, &claimed, certifiers);
    for check in certificate.refused.keys() {
        verdicts[check.0 as usize] = Verdict::Unknown(Reason::NotCertified);
    }
    // What is not confirmed is not said.
    let invariants = if certificate.dropped.is_empty() {
        proof::irredundant(flow, &evidence.invariants, oracle)?
    } else {
        Vec::new()
    };
    Ok((certificate, told(&unit.program, &invariants)))
}

struct Loop<'a> {
    unit: &'a Unit,
    flow: &'a FlowProgram,
    config: Config,
    options: Options,
    predicates: PredicateSet,
    /// For whose sake a predicate was added.
    wanted: BTreeMap<(Option<SubprogramId>, Term), BTreeSet<CheckId>>,
    suggester: Suggester,
    /// What earlier abstractions found out.
    memory: Memory,
    /// The beginnings of runs that were gone on with.
    tried: BTreeSet<String>,
    /// What is violated, and how.
    found: BTreeMap<CheckId, Script>,
    /// Why a check cannot be decided.
    reasons: BTreeMap<CheckId, Reason>,
    statistics: Statistics,
}

impl Loop<'_> {
    /// The verdicts, and the abstraction that shows what is proved.
    fn run(
        &mut self,
        oracle: &mut dyn Oracle,
        observer: &mut dyn FnMut(&Iteration<'_>),
    ) -> Result<(Vec<Verdict>, Abstraction), VerifyError> {
        let refines = self.options.refinements > 0;
        if refines {
            for (check, script) in search(self.flow) {
                self.confirm(check, script);
            }
        }
        let mut number = 1;
        loop {
            let abstraction = self.abstracted(oracle)?;
            let mut reachability = reach(&abstraction.program, &reach::Config::default())?;
            let judged = verdicts(self.unit, &mut reachability)?;
            let is_last = number > self.options.refinements || self.is_late();
            let mut examined = Vec::new();
            if !is_last {
                for check in self.open(&judged) {
                    if self.is_late() {
                        break;
                    }
                    examined.extend(self.examine(check, &mut reachability, oracle)?);
                }
            }
            observer(&Iteration {
                number,
                abstraction: &abstraction,
                examined: &examined,
            });
            let is_refined = examined.iter().any(|seen| !seen.added.is_empty());
            let is_relieved = !is_last && self.give_up_hopeless(&examined);
            if !is_refined && !is_relieved {
                let reason = match (refines, is_last) {
                    (false, _) => Reason::PredicatesTooWeak,
                    (true, true) => Reason::Limit,
                    (true, false) => Reason::NoNewPredicate,
                };
                return Ok((self.concluded(judged, reason), abstraction));
            }
            number += 1;
        }
    }

    /// Takes a check for violated if the program as it was, not only with its blocks made large,
    /// fails there.
    fn confirm(&mut self, check: CheckId, script: Script) -> bool {
        let is_real = replay(&self.unit.flow, &script) == Some(check);
        if is_real {
            self.found.entry(check).or_insert(script);
        }
        is_real
    }

    fn is_late(&self) -> bool {
        self.options
            .deadline
            .is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// The checks of which something may still be found out.
    fn open(&self, verdicts: &[Verdict]) -> Vec<CheckId> {
        (0..)
            .map(CheckId)
            .zip(verdicts)
            .filter(|(_, verdict)| matches!(verdict, Verdict::Unknown(_)))
            .map(|(check, _)| check)
            .filter(|check| !self.found.contains_key(check) && !self.reasons.contains_key(check))
            .collect()
    }

    /// What is said in the end.
    fn concluded(&self, verdicts: Vec<Verdict>, otherwise: Reason) -> Vec<Verdict> {
        (0..)
            .map(CheckId)
            .zip(verdicts)
            .map(|(check, verdict)| match verdict {
                Verdict::Unknown(_) if self.found.contains_key(&check) => Verdict::Violated,
                Verdict::Unknown(_) => {
                    Verdict::Unknown(self.reasons.get(&check).copied().unwrap_or(otherwise))
                }
                Verdict::Proved(_) | Verdict::Violated => verdict,
            })
            .collect()
    }

    /// The abstraction by the predicates there are; where the direct method would need too much,
    /// the Cartesian one is taken.
    fn abstracted(&mut self, oracle: &mut dyn Oracle) -> Result<Abstraction, Error> {
        self.statistics.iterations += 1;
        let (flow, predicates, memory) = (self.flow, &self.predicates, &mut self.memory);
        let found = match abstract_again(flow, predicates, &self.config, oracle, memory) {
            Err(Error::Size { .. }) => {
                let cartesian = |settings: Settings| Settings {
                    method: Method::Cartesian,
                    ..settings
                };
                self.config.settings = cartesian(self.config.settings);
                for settings in self.config.exceptions.values_mut() {
                    *settings = cartesian(*settings);
                }
                abstract_again(flow, predicates, &self.config, oracle, memory)?
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
        let question = Question::Fails {
            procedure: None,
            label: Identifier::new(&check.to_string()),
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
                if !self.confirm(check, script) {
                    self.reasons.insert(check, Reason::NotConfirmed);
                }
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
                self.go_on(&formula, &core, oracle)?;
                if self.found.contains_key(&check) {
                    return Ok(Some(examined));
                }
                for strategy in strategies(&path) {
                    if self.suggester.failures(check) > MOST_FAILURES && strategy.is_costly() {
                        continue;
                    }
                    let suggested = self.suggester.suggestions(
                        self.flow,
                        (&path, &formula, &core),
                        strategy,
                        oracle,
                    )?;
                    let added = self.add(check, suggested, oracle)?;
                    if !added.is_empty() {
                        examined.strategy = Some(strategy);
                        examined.added = added;
                        break;
                    }
                }
            }
        }
        Ok(Some(examined))
    }

    /// Lets runs go on from where the path becomes impossible: what they meet is violated.
    fn go_on(
        &mut self,
        formula: &PathFormula,
        core: &BTreeSet<usize>,
        oracle: &mut dyn Oracle,
    ) -> Result<(), VerifyError> {
        if let Some(script) = prefix(formula, core, oracle)?
            && self.tried.insert(format!("{script:?}"))
        {
            for (check, script) in go_on(self.flow, &script) {
                self.confirm(check, script);
            }
        }
        Ok(())
    }

    /// Takes the suggestions that say something new.
    fn add(
        &mut self,
        check: CheckId,
        suggested: Vec<Suggestion>,
        oracle: &mut dyn Oracle,
    ) -> Result<Vec<Suggestion>, VerifyError> {
        let mut added = Vec::new();
        for suggestion in suggested {
            let Suggestion { scope, term } = suggestion.clone();
            let key = (scope, term.clone());
            if let Some(others) = self.wanted.get_mut(&key) {
                others.insert(check);
                continue;
            }
            let visible = |of: Option<SubprogramId>| of.is_none() || of == scope;
            let known = self.predicates.iter().filter(|known| visible(known.scope));
            // Ever new bounds of one thing are the sign of a loop that is being unrolled.
            let shape = refine::shape(&term);
            let alike = |other: &Term| shape.is_some() && refine::shape(other) == shape;
            let bounds = self.wanted.keys().filter(|(_, other)| alike(other)).count();
            if known.count() >= MOST_PREDICATES || bounds >= MOST_BOUNDS {
                continue;
            }
            let span = match scope {
                Some(id) => self.flow.subprogram(id).span,
                None => self.flow.main.span,
            };
            if add(&mut self.predicates, self.flow, scope, span, term, oracle)? {
                self.wanted.insert(key, BTreeSet::from([check]));
                added.push(suggestion);
            }
        }
        Ok(added)
    }

    /// Where nothing at all was found for a check, and nothing for any other that might help it
    /// later, it is given up, and the predicates that were added for its sake alone are taken away:
    /// they make everything else slower. Says whether some were.
    fn give_up_hopeless(&mut self, examined: &[Examined]) -> bool {
        let mut is_relieved = false;
        for seen in examined {
            let is_hopeless = matches!(seen.feasibility, Feasibility::Impossible(_))
                && seen.added.is_empty()
                && !self.found.contains_key(&seen.check)
                && examined.iter().all(|other| other.added.is_empty());
            let is_given_up = is_hopeless || self.reasons.contains_key(&seen.check);
            if !is_given_up {
                continue;
            }
            self.reasons
                .entry(seen.check)
                .or_insert(Reason::NoNewPredicate);
            let reasons = &self.reasons;
            let hopeless =
                |checks: &BTreeSet<CheckId>| checks.iter().all(|check| reasons.contains_key(check));
            let useless: BTreeSet<(Option<SubprogramId>, Term)> = self
                .wanted
                .iter()
                .filter(|(_, checks)| hopeless(checks))
                .map(|(key, _)| key.clone())
                .collect();
            if !useless.is_empty() {
                self.wanted.retain(|key, _| !useless.contains(key));
                self.predicates
                    .retain(|known| !useless.contains(&(known.scope, known.term.clone())));
                is_relieved = true;
            }
        }
        is_relieved
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
