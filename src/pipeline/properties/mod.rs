//! Temporal properties: each is judged by the exact reading of the Boolean program of its body.
//!
//! The states of a property are those between two steps of its body; a call is one step, during
//! which nothing changes. It *holds* if it surely does in every state of the abstraction in which the
//! body may be entered. It *fails* if it surely does not in a state in which a run enters the body:
//! the interpreter makes that run. Otherwise the step that is open says which predicate is missing.

mod entered;
mod formula;
mod open;
mod program;
mod sought;

use std::collections::BTreeSet;

use super::client::client_steps;
use super::preference::Precision;
use super::refinement::{Observer, PropertyTurn};
use super::verify::{Options, Properties, of_blocks};
use super::{Unit, VerifyError, abstracted, account::account, in_time, predicates};
use crate::abstraction::{Abstraction, Config, Memory, Points};
use crate::bp::Identifier;
use crate::bp::control::{Control, lower};
use crate::exact::{self, Answer, Checker, Counters, Ctl, Explanation, Seeds};
use crate::flow::{
    BlockId, FlowProgram, Statement, StatementKind, SubprogramId, Terminator, with_single_steps,
};
use crate::logic::Term;
use crate::predicate::{Predicate, PredicateSet, add};
use crate::program::{BEGINNING, Body, PropertyClause, call_graph};
use crate::reach::{self, Cover, Question, reach};
use crate::refine::{Entry, Reading, entries};
use crate::report::{JudgedProperty, Statistics};
use crate::smt::Oracle;
use crate::source::Sources;
use crate::verdict::{Arrival, Reason, Verdict};
use entered::{Known, cube_of};
use formula::{Words, claims, tells_steps};
pub(super) use open::told;
use program::{ENTRY, body_of};
use sought::Entered;

/// So many predicates of a body are enough.
const MOST_PREDICATES: usize = 24;
/// So many states in which the body is entered are looked at in each turn.
const MOST_ENTRIES: usize = 12;

/// What is said of the properties before any is looked at.
pub(super) fn unjudged(unit: &Unit, reason: Reason) -> Vec<JudgedProperty> {
    let all = unit.program.properties.iter();
    all.map(|property| judged(unit, property, Verdict::Unknown(reason)))
        .collect()
}

fn judged(unit: &Unit, property: &PropertyClause, verdict: Verdict) -> JudgedProperty {
    JudgedProperty {
        subprogram: unit.program.subprogram(property.scope).name.clone(),
        text: property.text.clone(),
        span: property.span,
        verdict,
        inputs: Vec::new(),
        trace: Vec::new(),
        open: None,
    }
}

/// A verdict on every property, in source order.
///
/// # Errors
/// If the solver fails for good, or the exploration runs out of its limits.
pub(super) fn judge(
    unit: &Unit,
    sources: &Sources,
    config: &Config,
    options: &Options,
    oracle: &mut dyn Oracle,
    (statistics, observer): (&mut Statistics, &mut dyn Observer),
) -> Result<Vec<JudgedProperty>, VerifyError> {
    let mut found = Vec::new();
    for (number, property) in unit.program.properties.iter().enumerate() {
        if !is_wanted(number, options) {
            continue;
        }
        if let Some(reason) = obstacle(unit, property) {
            found.push(judged(unit, property, Verdict::Unknown(reason)));
            continue;
        }
        let Some(mut judge) = in_time(Judge::new(unit, property, config, options, oracle))? else {
            found.push(judged(unit, property, Verdict::Unknown(Reason::Limit)));
            continue;
        };
        let (verdict, entry) = match judge.run(oracle, observer) {
            Err(VerifyError::Exact(exact::Error::TimeUp)) => {
                (Verdict::Unknown(Reason::Limit), None)
            }
            Err(VerifyError::Exact(_)) => (Verdict::Unknown(Reason::TooLarge), None),
            outcome => in_time(outcome)?.unwrap_or((Verdict::Unknown(Reason::Limit), None)),
        };
        let mut told = judged(unit, property, verdict);
        if let Some(entry) = entry {
            told.inputs = client_steps(unit, &entry.script);
            told.trace = account(unit, sources, &entry.script);
        }
        if matches!(verdict, Verdict::Unknown(_)) {
            told.open = judge.open.take();
        }
        *statistics += judge.statistics;
        found.push(told);
    }
    Ok(found)
}

fn is_wanted(number: usize, options: &Options) -> bool {
    let wanted = options.wanted_properties.as_ref();
    options.properties == Properties::Judged && wanted.is_none_or(|wanted| wanted.contains(&number))
}

/// Why a property cannot be looked at, if it cannot.
fn obstacle(unit: &Unit, property: &PropertyClause) -> Option<Reason> {
    let body = &unit.program.subprogram(property.scope).body;
    if !matches!(body, Body::Statements(_)) {
        return Some(Reason::NotRead);
    }
    let graph = call_graph(&unit.program);
    let called = &graph[property.scope.0 as usize];
    let ids = (0..).map(SubprogramId).take(unit.program.subprograms.len());
    let mut inside = ids.filter(|id| *id == property.scope || called.contains(id.0 as usize));
    inside
        .any(|id| graph[id.0 as usize].contains(id.0 as usize))
        .then_some(Reason::Recursion)
}

/// Judges one property.
struct Judge<'a> {
    unit: &'a Unit,
    property: &'a PropertyClause,
    options: &'a Options,
    /// The program, the body cut into single steps.
    flow: FlowProgram,
    config: Config,
    predicates: PredicateSet,
    memory: Memory,
    /// Where the body begins: in the unit's own blocks, which keep their numbers.
    begin: BlockId,
    /// States in which runs enter the body.
    entries: Vec<Entry>,
    /// What may not be set yet when they do.
    known: Known,
    /// What the turn before knew for sure.
    seeds: Seeds,
    /// Whether an assumption may end a run.
    is_cut: bool,
    /// Whether something is lost in the body or in what it calls.
    is_lossy: bool,
    open: Option<crate::report::OpenStep>,
    statistics: Statistics,
}

/// What a turn comes to.
enum Turn {
    Decided(Verdict, Option<Entry>),
    Open(Box<Explanation>, Control),
    /// Surely false in states in which no run is known to enter the body.
    Unreached,
}

impl<'a> Judge<'a> {
    fn new(
        unit: &'a Unit,
        property: &'a PropertyClause,
        config: &Config,
        options: &'a Options,
        oracle: &mut dyn Oracle,
    ) -> Result<Judge<'a>, VerifyError> {
        let id = property.scope;
        let flow = with_single_steps(&unit.flow, id);
        let blocks = (0..).map(BlockId).zip(&unit.flow.subprogram(id).blocks);
        let begins = |labels: &[String]| labels.iter().any(|label| label == BEGINNING);
        let begin = blocks
            .filter(|(_, block)| begins(&block.labels))
            .map(|(id, _)| id)
            .next()
            .unwrap_or(BlockId(0));
        let inside = inside(&flow, id, begin);
        let is_cut = inside
            .iter()
            .any(|(id, block)| may_cut(unit, &flow, *id, *block));
        let is_lossy = inside.iter().any(|(id, block)| {
            let block = flow.subprogram(*id).block(*block);
            matches!(block.terminator, Terminator::Havoc { .. })
        });
        let mut given = predicates(unit, config, oracle)?;
        localise(&mut given, property);
        Ok(Judge {
            entries: entries(&unit.flow, id, begin),
            known: Known::new(&unit.flow, id, begin),
            config: Config {
                points: Points::Apart,
                ..of_blocks(config)
            },
            predicates: given,
            memory: Memory::default(),
            seeds: Seeds::default(),
            open: None,
            statistics: Statistics::default(),
            unit,
            property,
            options,
            flow,
            begin,
            is_cut,
            is_lossy,
        })
    }

    /// What the exact reading took so far.
    fn counters(&self) -> Counters {
        Counters {
            preimages: self.statistics.preimages,
            seeded: self.statistics.seeded,
        }
    }

    fn is_late(&self) -> bool {
        self.options.deadline.has_come()
    }

    /// Abstracts and looks, with ever more predicates.
    fn run(
        &mut self,
        oracle: &mut dyn Oracle,
        observer: &mut dyn Observer,
    ) -> Result<(Verdict, Option<Entry>), VerifyError> {
        let mut left = self.options.refinements;
        let mut precision = Precision::of(self.options.preference);
        loop {
            let before = self.counters();
            let (turn, abstraction) = self.turn(oracle)?;
            observer.property(&PropertyTurn {
                span: self.property.span,
                number: self.statistics.iterations,
                predicates: self.statistics.predicates,
                exact: self.counters() - before,
            });
            // What was open in the turn before is not what is open now.
            self.open = None;
            let (explanation, control) = match turn {
                Turn::Decided(verdict, entry) => return Ok((verdict, entry)),
                Turn::Unreached => return Ok((Verdict::Unknown(Reason::NoRun), None)),
                Turn::Open(explanation, control) => (explanation, control),
            };
            let reading = Reading {
                flow: &self.flow,
                meanings: &abstraction.meanings,
                control: &control,
                main: Some(self.property.scope),
            };
            let suggested = reading.suggestions(&explanation.cause);
            self.open = Some(told(self.unit, &reading, &explanation, &suggested));
            if left == 0 || self.is_late() {
                let reason = match self.options.refinements {
                    0 => Reason::PredicatesTooWeak,
                    _ => Reason::Limit,
                };
                return Ok((Verdict::Unknown(reason), None));
            }
            left -= 1;
            let is_finer = precision.is_first() && precision.refine(&mut self.config);
            if !is_finer && !self.add(suggested, oracle)? && !precision.refine(&mut self.config) {
                return Ok((Verdict::Unknown(Reason::NoNewPredicate), None));
            }
        }
    }

    /// Takes the suggestions that say something new; says whether any does.
    fn add(
        &mut self,
        suggested: Vec<crate::refine::Suggestion>,
        oracle: &mut dyn Oracle,
    ) -> Result<bool, VerifyError> {
        let mut is_added = false;
        for suggestion in suggested {
            if self.predicates.len() >= MOST_PREDICATES {
                break;
            }
            let span = self.property.span;
            let (scope, term) = (suggestion.scope, suggestion.term);
            is_added |= add(&mut self.predicates, &self.flow, scope, span, term, oracle)?;
        }
        Ok(is_added)
    }

    /// One abstraction, and what it says.
    fn turn(&mut self, oracle: &mut dyn Oracle) -> Result<(Turn, Abstraction), VerifyError> {
        let (flow, config, memory) = (&self.flow, &mut self.config, &mut self.memory);
        let abstraction = abstracted(flow, &self.predicates, config, oracle, memory)?;
        self.statistics.iterations += 1;
        self.statistics.predicates = self.predicates.len();
        self.statistics.count(&abstraction.counts);
        let turn = self.looked_at(&abstraction, oracle)?;
        Ok((turn, abstraction))
    }

    fn looked_at(
        &mut self,
        abstraction: &Abstraction,
        oracle: &mut dyn Oracle,
    ) -> Result<Turn, VerifyError> {
        let id = self.property.scope;
        let exploration = reach::Config {
            // The formula may speak of what the program does not read any more.
            live_ranges: false,
            ..reach::Config::default()
        };
        let mut reachability = reach(&abstraction.program, &exploration)?;
        let name = abstraction.program.procedures[id.0 as usize].name.clone();
        let targets = reachability.resolve(&Question::Reached {
            procedure: Some(name),
            label: Identifier::new(BEGINNING),
        })?;
        let mut entered = Cover::new();
        for target in &targets {
            entered.extend(reachability.states_at(target.point)?);
        }
        if entered.is_empty() {
            return Ok(Turn::Decided(Verdict::Proved(Arrival::Unreachable), None));
        }
        let claims = claims(&self.property.formula);
        let control = lowered(&body_of(&abstraction.program, id, &entered, &Cover::new()))?;
        let Some((met, missed)) = self.formulas(abstraction, &control) else {
            return Ok(Turn::Decided(Verdict::Unknown(Reason::NotRead), None));
        };
        // What is known here is known from the turns before; later in this turn it is not.
        let (answer, taken_over) = self.read(&control, &met)?;
        self.statistics.seeded += taken_over;
        if let Answer::True(_) = answer {
            let verdict = if claims.by_holding && self.is_lossy {
                Verdict::Unknown(Reason::RestsOnLost)
            } else {
                Verdict::Proved(Arrival::Possible)
            };
            return Ok(Turn::Decided(verdict, None));
        }
        let mut refuted = self.refuted(abstraction, &self.entries.clone(), &missed)?;
        if let (None, Answer::False(way)) = (&refuted, &answer) {
            let mut entered = Entered {
                reachability: &mut reachability,
                targets: &targets,
                states: &entered,
            };
            let sought = self.sought(abstraction, &mut entered, (&met, way.clone()), oracle)?;
            refuted = self.refuted(abstraction, &sought, &missed)?;
        }
        if let Some(entry) = refuted {
            let is_real = entry.is_replayed(&self.unit.flow, id, self.begin);
            return Ok(match (is_real, claims.by_failing && self.is_lossy) {
                (false, _) => Turn::Decided(Verdict::Unknown(Reason::NotConfirmed), None),
                (true, true) => Turn::Decided(Verdict::Unknown(Reason::RestsOnLost), None),
                (true, false) => Turn::Decided(Verdict::Violated, Some(entry)),
            });
        }
        Ok(match answer {
            Answer::Inconclusive(explanation) => Turn::Open(explanation, control),
            Answer::True(_) | Answer::False(_) => Turn::Unreached,
        })
    }

    /// That the property holds wherever the body is entered, and that it does nowhere.
    fn formulas(&self, abstraction: &Abstraction, control: &Control) -> Option<(Ctl, Ctl)> {
        let name = &abstraction.program.procedures[self.property.scope.0 as usize].name;
        let bit = |term: &Term| {
            let mut own = abstraction.meanings.iter();
            let own =
                own.find(|known| known.procedure.as_ref() == Some(name) && known.term == *term);
            own.map(|known| known.variable.clone())
        };
        let words = Words {
            bit: &bit,
            is_cut: self.is_cut,
            arrival: tells_steps(&self.property.formula).then(|| Words::arrival(&starts(control))),
        };
        let formula = &self.property.formula;
        Some((
            words.wherever(ENTRY, formula)?,
            words.nowhere(ENTRY, formula)?,
        ))
    }

    fn answer(&mut self, control: &Control, formula: &Ctl) -> Result<Answer, VerifyError> {
        self.read(control, formula).map(|(answer, _)| answer)
    }

    /// The same, and at how many points something was known before.
    fn read(&mut self, control: &Control, formula: &Ctl) -> Result<(Answer, u64), VerifyError> {
        let config = exact::Config {
            deadline: self.options.deadline,
            ..exact::Config::default()
        };
        let mut checker = Checker::resumed(control, &config, &self.seeds)?;
        let answer = checker.check(formula)?;
        self.seeds = checker.seeds()?;
        let counters = checker.counters();
        self.statistics.preimages += counters.preimages;
        Ok((answer, counters.seeded))
    }

    /// One of the states in which runs enter the body, in which the property surely does not hold.
    fn refuted(
        &mut self,
        abstraction: &Abstraction,
        entries: &[Entry],
        missed: &Ctl,
    ) -> Result<Option<Entry>, VerifyError> {
        let id = self.property.scope;
        let mut tried: Vec<Cover> = Vec::new();
        for entry in entries {
            if tried.len() >= MOST_ENTRIES || self.is_late() {
                break;
            }
            let entered = vec![cube_of(entry, abstraction, id, &self.known)];
            if tried.contains(&entered) {
                continue;
            }
            let control = lowered(&body_of(&abstraction.program, id, &entered, &Cover::new()))?;
            tried.push(entered);
            if let Answer::True(_) = self.answer(&control, missed)? {
                return Ok(Some(entry.clone()));
            }
        }
        Ok(None)
    }
}

/// The labels at which a block of `main` begins.
fn starts(control: &Control) -> Vec<Identifier> {
    let nodes = control.procedure(control.main).nodes.iter();
    let labels = nodes.flat_map(|node| &node.labels);
    let starts = labels.filter(|label| label.as_str().starts_with("at_"));
    starts.cloned().collect()
}

fn lowered(program: &crate::bp::BoolProgram) -> Result<Control, VerifyError> {
    Ok(lower(program).map_err(reach::Error::from)?)
}

/// The conditions of a property as predicates of its body alone: what they say must not change while
/// a call runs.
fn localise(given: &mut PredicateSet, property: &PropertyClause) {
    let mut all: Vec<Predicate> = given.iter().cloned().collect();
    for term in property.formula.conditions() {
        let is_known =
            |known: &Predicate| known.scope == Some(property.scope) && known.term == *term;
        if term.as_value().is_none() && !all.iter().any(is_known) {
            let visible =
                |known: &&Predicate| known.scope.is_none() || known.scope == Some(property.scope);
            let names: Vec<&str> = all
                .iter()
                .filter(visible)
                .map(|p| p.name.as_str())
                .collect();
            let plain = format!("here {term}");
            let numbered = (2..).map(|number| format!("{plain} #{number}"));
            let name = std::iter::once(plain.clone())
                .chain(numbered)
                .find(|name| !names.contains(&name.as_str()))
                .unwrap_or(plain);
            all.push(Predicate {
                name,
                term: term.clone(),
                scope: Some(property.scope),
                span: property.span,
            });
        }
    }
    *given = PredicateSet::new(all);
}

/// Whether an assumption in a block may end a run. What a callee takes for granted where it begins
/// does not, because every caller has just checked it; the same condition anywhere else may.
fn may_cut(unit: &Unit, flow: &FlowProgram, id: SubprogramId, block: BlockId) -> bool {
    let subprogram = flow.subprogram(id);
    let mut statements = subprogram.block(block).statements.iter().peekable();
    let mut jumps = subprogram.blocks.iter();
    let is_entry = block == BlockId(0)
        && !jumps.any(|other| other.terminator.targets().any(|target| target == block));
    if is_entry {
        let is_check =
            |statement: &&Statement| matches!(statement.kind, StatementKind::Check { .. });
        while statements.next_if(is_check).is_some() {}
        let precondition = unit.program.subprogram(id).precondition.as_ref();
        statements.next_if(|statement| match &statement.kind {
            StatementKind::Assume(term) => precondition.is_some_and(|known| known.term == *term),
            StatementKind::Assign { .. } | StatementKind::Check { .. } => false,
        });
    }
    statements.any(|statement| matches!(statement.kind, StatementKind::Assume(_)))
}

/// The blocks that control may come to from a block of a subprogram, in it and in what it calls.
fn inside(
    flow: &FlowProgram,
    id: SubprogramId,
    from: BlockId,
) -> BTreeSet<(SubprogramId, BlockId)> {
    let mut found = BTreeSet::from([(id, from)]);
    let mut open = vec![(id, from)];
    while let Some((id, block)) = open.pop() {
        let terminator = &flow.subprogram(id).block(block).terminator;
        let mut next: Vec<(SubprogramId, BlockId)> =
            terminator.targets().map(|target| (id, target)).collect();
        if let Terminator::Call { callee, .. } = terminator {
            next.push((*callee, BlockId(0)));
        }
        open.extend(next.into_iter().filter(|place| found.insert(*place)));
    }
    found
}
