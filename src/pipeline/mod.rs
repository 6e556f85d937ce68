//! The stages in order.

mod account;
mod arrival;
mod client;
mod conclusion;
mod confirmation;
mod endings;
mod keeping;
mod preference;
mod properties;
mod refinement;
mod vacuity;
mod verify;
mod way;

pub use preference::Preference;
pub use refinement::{Examined, Iteration, Observer, Progress, PropertyTurn, Standing};
pub use verify::{Confirms, Options, Properties, Search, so_far, undecided, verify};
pub use way::{Passage, Way};

use std::collections::BTreeSet;

use crate::abstraction::{
    Abstraction, Conditions, Config, Error, Measures, Memory, Method, Settings, abstract_again,
    abstract_program,
};
use crate::bp::Identifier;
use crate::bp::control::Control;
use crate::diagnostic::{Diagnostic, Severity};
use crate::exact::{self, Semantics};
use crate::flow::{self, FlowProgram, StatementKind, SubprogramId};
use crate::predicate::{Grain, PredicateSet, Seed, collect, seeded, with_ghosts, with_results};
use crate::program::{
    Program, elaborate_leniently, elaborate_with, modular, needed_units, subunits_of,
};
use crate::reach::{self, Question, Reachability, reach};
use crate::report::comparison::{Comparison, Conclusive, Entry, Figures, PointFigures};
use crate::smt::Oracle;
use crate::source::{SourceFile, Sources};
use crate::syntax::{self, ast};
use crate::verdict::{Arrival, CheckId, Reason, Verdict};

/// A unit as far as it can be brought without a solver.
#[derive(Debug, Clone)]
pub struct Unit {
    /// The syntax of each compilation unit read.
    pub syntax: Vec<ast::Unit>,
    /// The syntax of what those need.
    pub library: Vec<ast::Unit>,
    /// How many files, the first ones, were given; those of the library follow.
    pub files: usize,
    /// Whether mistakes cost what they stand in, and no more.
    pub keeps_going: bool,
    /// Whether each subprogram is judged alone, and calls go by contracts.
    pub is_modular: bool,
    /// Names resolved, checks explicit.
    pub program: Program,
    /// Graphs of blocks.
    pub flow: FlowProgram,
    /// The predicates the user wrote.
    pub predicates: PredicateSet,
    /// What the user should know; the work goes on.
    pub warnings: Vec<Diagnostic>,
}

impl Unit {
    /// The same with each subprogram judged alone, and calls that go by contracts.
    #[must_use]
    pub fn judged_alone(self) -> Unit {
        let program = modular(&self.program);
        Unit {
            flow: flow::normalise(&program),
            predicates: collect(&program).0,
            program,
            is_modular: true,
            ..self
        }
    }
}

impl Unit {
    /// The same without the loop invariants that the user wrote: they are neither checked nor
    /// known to hold, nor are they predicates.
    ///
    /// # Errors
    /// Everything the user must mend, in no particular order.
    pub fn without_invariants(mut self) -> Result<Unit, Vec<Diagnostic>> {
        syntax::without_invariants(&mut self.syntax);
        syntax::without_invariants(&mut self.library);
        let warnings = Vec::new();
        understand(
            self.syntax,
            self.library,
            self.files,
            self.keeps_going,
            warnings,
        )
    }
}

/// Text to flow program and predicates.
///
/// # Errors
/// Everything the user must mend, in no particular order.
pub fn read(sources: &Sources) -> Result<Unit, Vec<Diagnostic>> {
    read_with(&mut sources.clone(), false, &mut |_| Vec::new())
}

/// The same, with `find` asked for the files of units that others name in with clauses; they are
/// added to the sources. Where it keeps going, mistakes in the units themselves cost what they stand
/// in, and no more.
///
/// # Errors
/// Everything the user must mend, in no particular order.
#[allow(clippy::fn_params_excessive_bools)] // one question about the sources, not a mode
pub fn read_with(
    sources: &mut Sources,
    keeps_going: bool,
    find: &mut dyn FnMut(&str) -> Vec<SourceFile>,
) -> Result<Unit, Vec<Diagnostic>> {
    let files = sources.files().count();
    let parsed = syntax::parse_all(sources);
    let (syntax, diagnostics) = (parsed.units, parsed.diagnostics);
    if diagnostics.iter().any(is_error) {
        return Err(diagnostics);
    }
    let mut library: Vec<ast::Unit> = Vec::new();
    let mut asked: BTreeSet<String> = BTreeSet::new();
    let mut open: Vec<String> = syntax.iter().flat_map(needs).collect();
    while let Some(name) = open.pop() {
        if !asked.insert(name.to_lowercase()) {
            continue;
        }
        for file in find(&name) {
            let id = sources.add(file.clone());
            // Mistakes in what is only needed cost what stands there.
            let parsed = syntax::parse(id, &file);
            open.extend(parsed.units.iter().flat_map(needs));
            library.extend(parsed.units);
        }
    }
    understand(syntax, library, files, keeps_going, diagnostics)
}

/// The same unit after some of the files that were given have changed; what it needs has not.
///
/// # Errors
/// Everything that is wrong with the changed files, in no particular order.
pub fn read_again(unit: &Unit, changed: &Sources) -> Result<Unit, Vec<Diagnostic>> {
    let mut given = Sources::default();
    for (_, file) in changed.files().take(unit.files) {
        given.add(file.clone());
    }
    let parsed = syntax::parse_all(&given);
    if parsed.diagnostics.iter().any(is_error) {
        return Err(parsed.diagnostics);
    }
    let library = unit.library.clone();
    let keeps_going = unit.keeps_going;
    understand(
        parsed.units,
        library,
        unit.files,
        keeps_going,
        parsed.diagnostics,
    )
}

#[allow(clippy::fn_params_excessive_bools)] // one question about the sources, not a mode
fn understand(
    syntax: Vec<ast::Unit>,
    library: Vec<ast::Unit>,
    files: usize,
    keeps_going: bool,
    diagnostics: Vec<Diagnostic>,
) -> Result<Unit, Vec<Diagnostic>> {
    let program = if keeps_going {
        elaborate_leniently(&syntax, &library)?
    } else {
        elaborate_with(&syntax, &library)?
    };
    let flow = flow::normalise(&program);
    let (predicates, repeated) = collect(&program);
    let mut warnings = diagnostics;
    warnings.extend(program.warnings.iter().cloned());
    warnings.extend(repeated);
    Ok(Unit {
        syntax,
        library,
        files,
        keeps_going,
        is_modular: false,
        program,
        flow,
        predicates,
        warnings,
    })
}

fn needs(unit: &ast::Unit) -> Vec<String> {
    let needed = needed_units(unit).into_iter();
    let named = needed.map(|(name, _)| name);
    named.chain(subunits_of(unit)).collect()
}

/// Flow program to Boolean program.
///
/// # Errors
/// As [`abstract_program`].
pub fn abstraction(
    unit: &Unit,
    config: &Config,
    oracle: &mut dyn Oracle,
) -> Result<Abstraction, Error> {
    let predicates = predicates(unit, config, oracle)?;
    abstract_program(&unit.flow, &predicates, config, oracle)
}

/// The predicates given, and those that the configuration adds to them.
fn predicates(
    unit: &Unit,
    config: &Config,
    oracle: &mut dyn Oracle,
) -> Result<PredicateSet, Error> {
    let of_all = |_: Option<_>| config.seeds.clone();
    let given = with_ghosts(&unit.predicates, &unit.flow);
    let given = with_results(&given, &unit.flow);
    let all = seeded(&given, &unit.flow, &of_all, Grain::Atoms, oracle)?;
    let guards = |id| match config.settings_of(id).control {
        Conditions::Predicates => BTreeSet::from([Seed::Guards]),
        Conditions::Branch | Conditions::PosNeg => BTreeSet::new(),
    };
    Ok(seeded(&all, &unit.flow, &guards, Grain::Whole, oracle)?)
}

/// The abstraction by some predicates; where the direct method would need too much, the Cartesian
/// one is taken from then on.
fn abstracted(
    flow: &FlowProgram,
    predicates: &PredicateSet,
    config: &mut Config,
    oracle: &mut dyn Oracle,
    memory: &mut Memory,
) -> Result<Abstraction, Error> {
    match abstract_again(flow, predicates, config, oracle, memory) {
        Err(Error::Size { .. }) => {
            let cartesian = |settings: Settings| Settings {
                method: Method::Cartesian,
                ..settings
            };
            config.settings = cartesian(config.settings);
            for settings in config.exceptions.values_mut() {
                *settings = cartesian(*settings);
            }
            abstract_again(flow, predicates, config, oracle, memory)
        }
        other => other,
    }
}

/// Why no verdicts could be had.
#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    /// The abstraction failed.
    #[error(transparent)]
    Abstraction(#[from] Error),
    /// The solver failed.
    #[error(transparent)]
    Solver(#[from] crate::smt::Error),
    /// The exploration failed.
    #[error(transparent)]
    Reachability(#[from] reach::Error),
    /// The exact reading failed.
    #[error(transparent)]
    Exact(#[from] exact::Error),
}

impl VerifyError {
    /// Whether nothing is wrong but the time.
    fn is_late(&self) -> bool {
        let late = crate::smt::Error::TimeUp;
        match self {
            VerifyError::Solver(error) | VerifyError::Abstraction(Error::Solver(error)) => {
                *error == late
            }
            VerifyError::Abstraction(Error::Size { .. })
            | VerifyError::Reachability(_)
            | VerifyError::Exact(_) => false,
        }
    }
}

/// What was found in time, if anything was.
fn in_time<T>(found: Result<T, VerifyError>) -> Result<Option<T>, VerifyError> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(error) if error.is_late() => Ok(None),
        Err(error) => Err(error),
    }
}

fn located_warnings(unit: &Unit, sources: &Sources) -> Vec<String> {
    let located = |warning: &Diagnostic| {
        let place = sources.locate(warning.span);
        format!("{place}: {}", warning.message)
    };
    unit.warnings.iter().map(located).collect()
}

/// The verdict on each check, in order.
fn verdicts(unit: &Unit, reachability: &mut Reachability) -> Result<Vec<Verdict>, reach::Error> {
    let mut verdicts = Vec::new();
    let present = present(&unit.flow);
    for id in (0..).map(CheckId).take(unit.flow.checks.len()) {
        // The Boolean program has the blocks that jumps lead to, and no others.
        if !present.contains(&id) {
            verdicts.push(Verdict::Proved(Arrival::Unreachable));
            continue;
        }
        let label = Identifier::new(&id.to_string());
        let mut happens = |question: Question| {
            let targets = reachability.resolve(&question)?;
            reachability.is_reachable(&targets)
        };
        let (failing, arriving) = (label.clone(), label);
        verdicts.push(
            if happens(Question::Fails {
                procedure: None,
                label: failing,
            })? {
                Verdict::Unknown(Reason::PredicatesTooWeak)
            } else if happens(Question::Reached {
                procedure: None,
                label: arriving,
            })? {
                Verdict::Proved(Arrival::Possible)
            } else {
                Verdict::Proved(Arrival::Unreachable)
            },
        );
    }
    Ok(verdicts)
}

/// One way to abstract, under the name it is compared by.
#[derive(Debug, Clone)]
pub struct Variant {
    /// The name.
    pub name: String,
    /// How.
    pub settings: Settings,
}

/// The unit under several methods, each with its figures; `done` hears of each as it is there.
///
/// # Errors
/// If the solver fails for good. A method that would need too much is an entry without figures.
pub fn compare(
    unit: &Unit,
    sources: &Sources,
    config: &Config,
    variants: &[Variant],
    oracle: &mut dyn Oracle,
    done: &mut dyn FnMut(&Entry),
) -> Result<Comparison, VerifyError> {
    let mut entries = Vec::new();
    let mut most = 0;
    for variant in variants {
        let Settings {
            method,
            correlation,
            post_literals,
            ..
        } = variant.settings;
        // What is not compared stays as the unit says it for each subprogram.
        let exception = |(id, own): (&SubprogramId, &Settings)| {
            let own = Settings {
                method,
                correlation,
                post_literals,
                ..*own
            };
            (*id, own)
        };
        let config = Config {
            settings: variant.settings,
            exceptions: config.exceptions.iter().map(exception).collect(),
            measures: Measures::Taken,
            ..config.clone()
        };
        let predicates = predicates(unit, &config, oracle)?;
        most = most.max(predicates.len());
        let outcome = match figures(unit, &predicates, &config, oracle) {
            Ok(figures) => Ok(figures),
            Err(VerifyError::Abstraction(Error::Solver(error))) => {
                return Err(VerifyError::Abstraction(Error::Solver(error)));
            }
            Err(error) => Err(error.to_string()),
        };
        let entry = Entry {
            name: variant.name.clone(),
            outcome,
        };
        done(&entry);
        entries.push(entry);
    }
    Ok(Comparison {
        files: names(sources),
        predicates: most,
        checks: unit.flow.checks.clone(),
        entries,
    })
}

fn figures(
    unit: &Unit,
    predicates: &PredicateSet,
    config: &Config,
    oracle: &mut dyn Oracle,
) -> Result<Figures, VerifyError> {
    let abstraction = abstract_program(&unit.flow, predicates, config, oracle)?;
    // What is dead counts too: a method is not more precise for leaving it open.
    let exploration = reach::Config {
        live_ranges: false,
        ..reach::Config::default()
    };
    let mut reachability = reach(&abstraction.program, &exploration)?;
    let points: Vec<_> = reachability.control().points().collect();
    let mut reachable = Vec::new();
    for point in points {
        let procedure = reachability.control().procedure(point.procedure);
        reachable.push(PointFigures {
            procedure: procedure.name.to_string(),
            statement: reachability.control().node(point).to_string(),
            span: reachability.control().node(point).origin,
            valuations: reachability.valuations_at(point)?,
        });
    }
    let counts = abstraction.counts;
    let verdicts = verdicts(unit, &mut reachability)?;
    Ok(Figures {
        questions: counts.asked,
        remembered: counts.from_models + counts.from_impossible,
        steps: abstraction.measures,
        points: reachable,
        conclusive: conclusive(unit, &verdicts, reachability.control())?,
        verdicts,
        unanswered: counts.unknown,
    })
}

/// How many checks each reading of a Boolean program decides.
fn conclusive(
    unit: &Unit,
    verdicts: &[Verdict],
    control: &Control,
) -> Result<Conclusive, VerifyError> {
    let present = present(&unit.flow);
    let semantics = [Semantics::Over, Semantics::Under, Semantics::Exact];
    let mut decided = [0; 3];
    for (semantics, decided) in semantics.into_iter().zip(&mut decided) {
        let config = exact::Config {
            semantics,
            reading: exact::Reading::Abstraction,
            ..exact::Config::default()
        };
        let mut checker = match exact::Checker::new(control, &config) {
            Ok(checker) => checker,
            Err(exact::Error::Recursion(_) | exact::Error::TooManyCopies { .. }) => {
                // With a stack, only the over-approximation says something.
                let proved = verdicts.iter();
                let proved = proved.filter(|verdict| matches!(verdict, Verdict::Proved(_)));
                return Ok(Conclusive {
                    over: proved.count(),
                    under: None,
                    exact: None,
                });
            }
            Err(error) => return Err(error.into()),
        };
        // What no jump leads to cannot fail, and surely does not.
        if semantics != Semantics::Under {
            *decided = unit.flow.checks.len() - present.len();
        }
        for id in &present {
            let answer = checker.check(&refinement::never(*id))?;
            *decided += usize::from(!matches!(answer, exact::Answer::Inconclusive(_)));
        }
    }
    let [over, under, exact] = decided;
    Ok(Conclusive {
        over,
        under: Some(under),
        exact: Some(exact),
    })
}

/// The checks in blocks that some way of jumps leads to from where their subprogram begins; no run
/// comes to any other.
fn present(flow: &FlowProgram) -> BTreeSet<CheckId> {
    let all = flow.subprograms.iter().chain([&flow.main]);
    all.flat_map(|subprogram| {
        let blocks = subprogram.entered().into_iter();
        let statements = blocks.flat_map(|block| &subprogram.block(block).statements);
        statements.filter_map(|statement| match statement.kind {
            StatementKind::Check { check, .. } => Some(check),
            StatementKind::Assign { .. } | StatementKind::Assume(_) => None,
        })
    })
    .collect()
}

fn names(sources: &Sources) -> Vec<String> {
    let files = sources.files();
    files.map(|(_, file)| file.name().to_owned()).collect()
}

fn is_error(diagnostic: &Diagnostic) -> bool {
    diagnostic.severity == Severity::Error
}
