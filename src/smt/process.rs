//! A solver process behind [`Oracle`].
//!
//! After any breach of the protocol the answers of a process are worthless: the process is killed,
//! and a fresh one is told the whole context before the question is repeated.
//! What decides is counted in the solver's own steps, so that the same question has the same
//! answer on every machine; the clock only ends what hangs.

use std::collections::BTreeMap;
use std::io;
use std::time::{Duration, Instant};

use super::bits::Integers;
use super::dialect::Dialect;
use super::dialogue::{Breach, Dialogue, Satisfiability, no_answer};
use super::expression::Expression;
use super::find::Solver;
use super::horn::{self, HornAnswer, HornSystem};
use super::log::{Log, Subject};
use super::names::variable_to_smt;
use super::oracle::{Answer, Context, Error, Literal, Oracle, Possibility, StateAnswer};
use super::pipe::Clock;
use super::prelude::PRELUDE;
use super::sample::witnesses;
use super::script::{check_text, script, variables};
use crate::logic::{Value, Variable};

/// How a solver is used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SolverSettings {
    /// Steps after which a question is given up.
    pub steps: u32,
    /// Time after which a process that has not answered a question is killed.
    pub clock: Duration,
    /// When every question is given up, whatever is left of its own time.
    pub end: Option<Instant>,
    /// Where every dialogue is written to, a file each.
    pub log: Option<Log>,
    /// What the solver computes with.
    pub integers: Integers,
    /// How many processes may be asked at the same time.
    pub workers: usize,
}

impl SolverSettings {
    /// What an answer depends on besides the question, for the [cache](super::Cache).
    pub fn family(&self, solver: &Solver) -> String {
        format!("; {solver}, {} steps, {:?}", self.steps, self.integers)
    }
}

impl Default for SolverSettings {
    /// A million steps, which is most of a second and a thousand times what a linear question
    /// takes; a minute.
    fn default() -> SolverSettings {
        SolverSettings {
            steps: 1_000_000,
            clock: Duration::from_mins(1),
            end: None,
            log: None,
            integers: Integers::Exact,
            workers: 1,
        }
    }
}

/// Counts of what a solver was asked and how it behaved.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SolverStatistics {
    /// Questions asked.
    pub questions: u64,
    /// Questions answered unknown.
    pub unknown: u64,
    /// Processes started, the first included, but not those for Horn clauses.
    pub starts: u64,
    /// Processes given up, each of which makes room for another start; never more than one at a
    /// time is there, so that there are no more starts than these and one.
    pub restarts: u64,
    /// Processes started for Horn clauses, one for each system: what they are told would be in the
    /// way of other questions. They end with their answer.
    pub horn: u64,
}

/// One solver process at a time, restarted when it misbehaves.
pub struct SolverProcess {
    solver: Solver,
    settings: SolverSettings,
    context: Context,
    running: Option<Running>,
    /// Of the question that is being asked.
    clock: Clock,
    statistics: SolverStatistics,
}

struct Running {
    dialogue: Dialogue,
    /// Whether it knows the current context, or still an earlier one, or none.
    knows: Knowledge,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Knowledge {
    Nothing,
    /// Something that must be forgotten first.
    TooMuch,
    EarlierContext,
    Context,
}

/// Why an attempt at a question failed.
enum Failure {
    Start(io::Error),
    Log(Error),
    Breach(Breach),
}

impl SolverProcess {
    /// A solver that will be started by `command` when it is first needed.
    pub fn new(command: &str) -> SolverProcess {
        SolverProcess::with(Solver::named(command), SolverSettings::default())
    }

    /// A solver that will be started when it is first needed.
    pub fn with(solver: Solver, settings: SolverSettings) -> SolverProcess {
        SolverProcess {
            clock: Clock::start(settings.clock, settings.end),
            solver,
            settings,
            context: Context::default(),
            running: None,
            statistics: SolverStatistics::default(),
        }
    }

    /// What was asked so far.
    pub fn statistics(&self) -> SolverStatistics {
        self.statistics
    }

    /// Puts one question, to a fresh process if the one there is fails or does not know.
    ///
    /// Past questions may have used up a process's luck: only what a fresh process does not know
    /// is unknown, and only the failure of a fresh process is a failure. A process that the clock
    /// had to kill has had its time, and so has the question.
    fn question<T>(
        &mut self,
        is_unknown: impl Fn(&T) -> bool,
        unknown: impl Fn(String) -> T,
        attempt: impl Fn(&mut SolverProcess) -> Result<T, Failure>,
    ) -> Result<T, Error> {
        self.statistics.questions += 1;
        self.clock = Clock::start(self.settings.clock, self.settings.end);
        let is_fresh = self.running.is_none();
        let mut found = attempt(self);
        let is_late = matches!(found, Err(Failure::Breach(Breach::Clock(_))));
        // Even if the process was fresh: once may be bad luck.
        if !is_late
            && found
                .as_ref()
                .map_or(true, |answer| !is_fresh && is_unknown(answer))
        {
            self.give_up();
            found = attempt(self);
        }
        let error = match found {
            Ok(answer) => {
                self.statistics.unknown += u64::from(is_unknown(&answer));
                return Ok(answer);
            }
            Err(error) => error,
        };
        self.give_up();
        match error {
            Failure::Breach(breach @ Breach::Clock(_)) => {
                self.statistics.unknown += 1;
                Ok(unknown(breach.to_string()))
            }
            Failure::Breach(Breach::Log(reason)) => Err(match &self.settings.log {
                Some(log) => log.failed(&reason),
                None => self.failed(reason),
            }),
            Failure::Breach(breach) => Err(self.failed(breach.to_string())),
            Failure::Log(error) => Err(error),
            Failure::Start(error) => Err(Error::Start {
                command: self.solver.command.clone(),
                reason: error.to_string(),
            }),
        }
    }

    fn failed(&self, event: String) -> Error {
        Error::Failed {
            command: self.solver.command.clone(),
            event,
        }
    }

    /// Ends the process there is, if there is one.
    fn give_up(&mut self) {
        self.statistics.restarts += u64::from(self.running.take().is_some());
    }

    /// A process that knows the context.
    fn ready(&mut self) -> Result<&mut Dialogue, Failure> {
        let dialect = self.solver.dialect;
        let mut running = match self.running.take() {
            Some(running) => running,
            None => self.fresh()?,
        };
        running.dialogue.allow(self.clock);
        let running = self.running.insert(running);
        let mut lines = Vec::new();
        match running.knows {
            Knowledge::Context => return Ok(&mut running.dialogue),
            Knowledge::EarlierContext => lines.push("(pop 1)".to_owned()),
            Knowledge::Nothing | Knowledge::TooMuch => {
                if running.knows == Knowledge::TooMuch {
                    lines.push("(reset)".to_owned());
                }
                lines.extend(dialect.greeting(self.settings.steps));
                lines.extend(PRELUDE.map(str::to_owned));
            }
        }
        lines.push("(push 1)".to_owned());
        lines.extend(script(&self.context, dialect, self.settings.integers));
        running.dialogue.tell(&lines).map_err(Failure::Breach)?;
        running.knows = Knowledge::Context;
        Ok(&mut running.dialogue)
    }

    fn fresh(&mut self) -> Result<Running, Failure> {
        let dialogue = self.start(None)?;
        self.statistics.starts += 1;
        Ok(Running {
            dialogue,
            knows: Knowledge::Nothing,
        })
    }

    /// A process that knows nothing yet; its dialogue may be about something special.
    fn start(&self, special: Option<Subject>) -> Result<Dialogue, Failure> {
        let arguments = self.solver.dialect.arguments(self.settings.steps);
        let log = self.settings.log.as_ref().map(|log| {
            let log = special.map_or_else(|| log.clone(), |subject| log.about(subject));
            log.open(&format!("{}: {}", self.solver, arguments.join(" ")))
        });
        let log = log.transpose().map_err(Failure::Log)?;
        Dialogue::start(&self.solver, &arguments, self.clock, log).map_err(Failure::Start)
    }

    fn attempt(&mut self, assumptions: &[Literal]) -> Result<Answer, Failure> {
        let atoms = self.context.atoms.len();
        let has_cores = self.solver.dialect.has_cores();
        let dialogue = self.ready()?;
        match check(dialogue, assumptions)? {
            Satisfiability::Unknown => Ok(Answer::Unknown(reason(dialogue)?)),
            Satisfiability::No if has_cores && assumptions.len() > 1 => {
                Ok(Answer::Unsatisfiable(core(dialogue, assumptions)?))
            }
            Satisfiability::No => Ok(Answer::Unsatisfiable(assumptions.to_vec())),
            Satisfiability::Yes => {
                let Some(model) = truths(dialogue, atoms)? else {
                    return Ok(Answer::Unknown(NO_TRUTH.to_owned()));
                };
                // A model that contradicts its own question is the mark of shifted answers.
                if assumptions
                    .iter()
                    .any(|literal| model[literal.atom] != literal.positive)
                {
                    return Err(breach("a model that contradicts the question"));
                }
                Ok(Answer::Satisfiable(model))
            }
        }
    }

    fn attempt_state(&mut self, assumptions: &[Literal]) -> Result<StateAnswer, Failure> {
        let variables: Vec<Variable> = variables(&self.context).into_iter().collect();
        let dialogue = self.ready()?;
        match check(dialogue, assumptions)? {
            Satisfiability::Unknown => Ok(StateAnswer::Unknown(reason(dialogue)?)),
            Satisfiability::No => Ok(StateAnswer::None),
            Satisfiability::Yes => Ok(StateAnswer::State(values(dialogue, &variables)?)),
        }
    }
}

impl Oracle for SolverProcess {
    fn begin(&mut self, context: &Context) -> Result<(), Error> {
        self.context = context.clone();
        if let Some(running) = &mut self.running
            && running.knows == Knowledge::Context
        {
            running.knows = Knowledge::EarlierContext;
        }
        Ok(())
    }

    fn ask(&mut self, assumptions: &[Literal]) -> Result<Answer, Error> {
        self.question(
            |answer| matches!(answer, Answer::Unknown(_)),
            Answer::Unknown,
            |this| this.attempt(assumptions),
        )
    }

    fn possibility(&mut self, assumptions: &[Literal]) -> Result<Possibility, Error> {
        self.question(
            |found| *found == Possibility::Unknown,
            |_| Possibility::Unknown,
            |this| {
                Ok(match check(this.ready()?, assumptions)? {
                    Satisfiability::Yes => Possibility::Possible,
                    Satisfiability::No => Possibility::Impossible,
                    Satisfiability::Unknown => Possibility::Unknown,
                })
            },
        )
    }

    fn commands(&self, context: &Context) -> String {
        let lines = script(context, self.solver.dialect, self.settings.integers);
        lines.into_iter().map(|line| line + "\n").collect()
    }

    fn witnesses(&mut self, most: usize) -> Result<Vec<Vec<bool>>, Error> {
        Ok(witnesses(&self.context, most))
    }

    fn forks(&self, wanted: usize) -> Vec<Box<dyn Oracle + Send>> {
        let like_this = || SolverProcess::with(self.solver.clone(), self.settings.clone());
        (0..wanted.min(self.settings.workers.saturating_sub(1)))
            .map(|_| Box::new(like_this()) as Box<dyn Oracle + Send>)
            .collect()
    }

    fn renew(&mut self) -> Result<(), Error> {
        if let Some(running) = &mut self.running
            && running.knows != Knowledge::Nothing
        {
            if self.solver.dialect.can_reset() {
                running.knows = Knowledge::TooMuch;
            } else {
                self.give_up();
            }
        }
        Ok(())
    }

    fn horn(&mut self, system: &HornSystem, effort: u32) -> Result<HornAnswer, Error> {
        if self.solver.dialect != Dialect::Z3 {
            return Ok(HornAnswer::Unknown(format!(
                "{} does not solve Horn clauses",
                self.solver.dialect
            )));
        }
        let steps = self.settings.steps.saturating_mul(effort);
        self.clock = Clock::start(self.settings.clock, self.settings.end);
        let found = self.start(Some(Subject::Horn)).and_then(|mut dialogue| {
            self.statistics.horn += 1;
            horn::solve(&mut dialogue, system, steps).map_err(Failure::Breach)
        });
        // Whatever goes wrong here, only a hint is lost.
        Ok(match found {
            Ok(answer) => answer,
            Err(Failure::Breach(breach)) => HornAnswer::Unknown(breach.to_string()),
            Err(Failure::Start(error)) => HornAnswer::Unknown(error.to_string()),
            Err(Failure::Log(error)) => HornAnswer::Unknown(error.to_string()),
        })
    }

    fn ask_state(&mut self, assumptions: &[Literal]) -> Result<StateAnswer, Error> {
        self.question(
            |answer| matches!(answer, StateAnswer::Unknown(_)),
            StateAnswer::Unknown,
            |this| this.attempt_state(assumptions),
        )
    }
}

fn breach(text: &str) -> Failure {
    Failure::Breach(no_answer(text))
}

fn check(dialogue: &mut Dialogue, assumptions: &[Literal]) -> Result<Satisfiability, Failure> {
    let command = check_text(assumptions);
    dialogue.check(&command).map_err(Failure::Breach)
}

fn reason(dialogue: &mut Dialogue) -> Result<String, Failure> {
    dialogue.reason().map_err(Failure::Breach)
}

/// Those of the assumptions that are impossible together. Never none of them: that the facts alone
/// are contradictory would have to be asked without assumptions.
fn core(dialogue: &mut Dialogue, assumptions: &[Literal]) -> Result<Vec<Literal>, Failure> {
    let found = dialogue
        .get("(get-unsat-assumptions)")
        .map_err(Failure::Breach)?;
    let Expression::List(list) = found else {
        return Err(breach("no core"));
    };
    let mut core = Vec::new();
    for expression in list {
        let literal = assumptions
            .iter()
            .find(|literal| is_literal(&expression, **literal));
        core.push(*literal.ok_or_else(|| breach("a core that was not assumed"))?);
    }
    core.sort_unstable();
    core.dedup();
    if core.is_empty() {
        return Ok(assumptions.to_vec());
    }
    Ok(core)
}

fn is_literal(expression: &Expression, literal: Literal) -> bool {
    let is_atom = |expression: &Expression| {
        matches!(expression, Expression::Atom(name)
            if name.strip_prefix('a') == Some(literal.atom.to_string().as_str()))
    };
    match expression {
        Expression::Atom(_) => literal.positive && is_atom(expression),
        Expression::List(list) => {
            !literal.positive
                && matches!(list.as_slice(), [Expression::Atom(not), atom]
                    if not == "not" && is_atom(atom))
        }
    }
}

/// Why an answer with a formula in a truth value's place is none.
const NO_TRUTH: &str = "the solver does not say whether a quantified atom holds";

/// The truth values of the atoms in the model there is. cvc5 may tell a quantified formula instead of
/// its value: then there are none.
fn truths(dialogue: &mut Dialogue, atoms: usize) -> Result<Option<Vec<bool>>, Failure> {
    if atoms == 0 {
        return Ok(Some(Vec::new()));
    }
    let names: Vec<String> = (0..atoms).map(|at| format!("a{at}")).collect();
    let pairs = pairs(dialogue, &names)?;
    pairs
        .into_iter()
        .map(|value| match value {
            Expression::Atom(text) if text == "true" => Ok(Some(true)),
            Expression::Atom(text) if text == "false" => Ok(Some(false)),
            Expression::List(_) => Ok(None),
            Expression::Atom(_) => Err(breach("no truth values")),
        })
        .collect()
}

/// The values of the variables in the model there is, as far as they can be understood.
fn values(
    dialogue: &mut Dialogue,
    variables: &[Variable],
) -> Result<BTreeMap<Variable, Value>, Failure> {
    if variables.is_empty() {
        return Ok(BTreeMap::new());
    }
    let names: Vec<String> = variables.iter().map(variable_to_smt).collect();
    let pairs = pairs(dialogue, &names)?;
    Ok(variables
        .iter()
        .zip(pairs)
        .filter_map(|(variable, value)| Some((variable.clone(), value.value(&variable.sort)?)))
        .collect())
}

/// What the model makes of the names, in their order.
fn pairs(dialogue: &mut Dialogue, names: &[String]) -> Result<Vec<Expression>, Failure> {
    let command = format!("(get-value ({}))", names.join(" "));
    let pairs = dialogue
        .get(&command)
        .map_err(Failure::Breach)?
        .pairs()
        .filter(|pairs| pairs.len() == names.len())
        .ok_or_else(|| breach("half a model"))?;
    let is_in_order = pairs.iter().zip(names).all(|((found, _), name)| {
        // A solver leaves out quotes that are not needed.
        matches!(found, Expression::Atom(text)
            if text.trim_matches('|') == name.trim_matches('|'))
    });
    if !is_in_order {
        return Err(breach("a model of something else"));
    }
    Ok(pairs.into_iter().map(|(_, value)| value).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::{Arithmetic, Comparison, Sort, Term, Variable};
    use crate::smt::ExhaustiveOracle;

    /// Ada's operators with every combination of signs: solvers and evaluation say the same.
    #[test]
    fn solvers_agree_with_evaluation_on_all_signs() {
        for command in crate::smt::referees() {
            agrees_with_evaluation_on_all_signs(&command);
        }
    }

    fn agrees_with_evaluation_on_all_signs(command: &str) {
        let x = Term::variable(&Variable::new("X", Sort::Int));
        let mut solver = SolverProcess::new(command);
        let mut referee = ExhaustiveOracle::new(-9, 9);
        for operator in [
            Arithmetic::Divide,
            Arithmetic::Remainder,
            Arithmetic::Modulo,
        ] {
            for divisor in -3..=3 {
                let result = Term::arithmetic(operator, x.clone(), Term::int(divisor));
                let context = Context {
                    facts: vec![Term::between(&x, Term::int(-9), Term::int(9))],
                    atoms: (-4..=4)
                        .map(|value| Term::equal(result.clone(), Term::int(value)))
                        .chain((-9..=9).map(|value| {
                            Term::compare(Comparison::Equal, x.clone(), Term::int(value))
                        }))
                        .collect(),
                };
                solver.begin(&context).unwrap();
                referee.begin(&context).unwrap();
                for value in 0..9 {
                    for argument in 9..28 {
                        let question = [Literal::positive(value), Literal::positive(argument)];
                        // Which assumptions make a contradiction is up to the solver.
                        let found = |answer| match answer {
                            Ok(Answer::Unsatisfiable(_)) => None,
                            other => Some(other.unwrap()),
                        };
                        assert_eq!(
                            found(solver.ask(&question)),
                            found(referee.ask(&question)),
                            "{command}: {operator} {divisor}: {} for {}",
                            context.atoms[value],
                            context.atoms[argument],
                        );
                    }
                }
            }
        }
        assert_eq!(solver.statistics().starts, 1, "no process was lost");
    }

    #[test]
    fn a_solver_that_cannot_start_is_named() {
        let mut solver = SolverProcess::new("no-such-solver");
        let error = solver.ask(&[]).unwrap_err();
        assert!(
            error
                .to_string()
                .contains("`no-such-solver` does not start"),
            "{error}"
        );
    }
}
