//! A solver process behind [`Oracle`]. `rsmt2` appears in this file only.
//!
//! After any protocol error the answers of a process are shifted by one and worthless: the process
//! is killed, and a fresh one is told the whole context before the question is repeated.
//! What decides is counted in the solver's own steps, so that the same question has the same
//! answer on every machine; the clock only ends what hangs.

use rsmt2::parse::{ExprParser, ValueParser};
use rsmt2::prelude::SmtRes;
use rsmt2::{SmtConf, Solver};

use super::dialect::Dialect;
use super::oracle::{Answer, Context, Error, Literal, Oracle};
use super::prelude::PRELUDE;
use super::script::{assumption_text, script};

/// Steps after which z3 gives a question up: most of a second, a thousand times what a linear
/// question takes.
const STEP_LIMIT: u32 = 1_000_000;
/// Milliseconds after which a question is abandoned whatever the steps say.
const CLOCK_LIMIT: u32 = 120_000;

/// Counts of what a solver was asked and how it behaved.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SolverStatistics {
    /// Questions asked.
    pub questions: u64,
    /// Questions answered unknown.
    pub unknown: u64,
    /// Processes started, the first included.
    pub starts: u64,
}

/// One solver process at a time, restarted when it misbehaves.
pub struct SolverProcess {
    command: String,
    context: Context,
    solver: Option<Solver<AtomParser>>,
    statistics: SolverStatistics,
}

impl SolverProcess {
    /// A solver that will be started by `command` when it is first needed.
    pub fn new(command: &str) -> SolverProcess {
        SolverProcess {
            command: command.to_owned(),
            context: Context::default(),
            solver: None,
            statistics: SolverStatistics::default(),
        }
    }

    /// What was asked so far.
    pub fn statistics(&self) -> SolverStatistics {
        self.statistics
    }

    /// Starts a process that knows the current context.
    fn restart(&mut self) -> Result<(), Error> {
        self.solver = None;
        self.statistics.starts += 1;
        let started = self.start();
        self.solver = Some(started.map_err(|error| Error::Start {
            command: self.command.clone(),
            reason: one_line(&error.to_string()),
        })?);
        Ok(())
    }

    fn start(&self) -> SmtRes<Solver<AtomParser>> {
        let mut solver = match Dialect::of(&self.command) {
            Dialect::Z3 => {
                let mut configuration = SmtConf::z3(self.command.clone());
                configuration.models();
                configuration.check_success();
                configuration.option(format!("-t:{CLOCK_LIMIT}"));
                let mut solver = Solver::new(configuration, AtomParser)?;
                solver.set_option(":rlimit", STEP_LIMIT)?;
                solver
            }
            Dialect::Cvc5 => {
                // The style whose commands cvc5 reads.
                let mut configuration = SmtConf::yices_2(self.command.clone());
                configuration.check_success();
                for option in ["--incremental", "--produce-models", "--lang=smt2", "-q"] {
                    configuration.option(option);
                }
                configuration.option(format!("--rlimit-per={STEP_LIMIT}"));
                configuration.option(format!("--tlimit-per={CLOCK_LIMIT}"));
                let mut solver = Solver::new(configuration, AtomParser)?;
                solver.set_custom_logic("ALL")?;
                solver
            }
        };
        tell(&mut solver, &PRELUDE.map(str::to_owned))?;
        load(&mut solver, &self.context, Dialect::of(&self.command))?;
        Ok(solver)
    }

    fn ask_once(&mut self, assumptions: &[Literal]) -> SmtRes<Answer> {
        let atoms = self.context.atoms.len();
        let Some(solver) = &mut self.solver else {
            return Err("the solver is not running".into());
        };
        let text = assumption_text(assumptions);
        // Not every solver takes an empty list of assumptions.
        let satisfiable = if assumptions.is_empty() {
            solver.check_sat_or_unk()?
        } else {
            solver.check_sat_assuming_or_unk_with(std::iter::once(text.as_str()), ())?
        };
        match satisfiable {
            Some(false) => Ok(Answer::Unsatisfiable),
            None => Ok(Answer::Unknown("the solver gave up".to_owned())),
            Some(true) if atoms == 0 => Ok(Answer::Satisfiable(Vec::new())),
            Some(true) => {
                let names: Vec<String> = (0..atoms).map(|at| format!("a{at}")).collect();
                let joined = names.join(" ");
                let values: Vec<(String, bool)> =
                    solver.get_values(std::iter::once(joined.as_str()))?;
                let in_order = values.len() == atoms
                    && values
                        .iter()
                        .zip(&names)
                        .all(|((found, _), name)| found == name);
                if !in_order {
                    return Err("the model does not list the atoms asked for".into());
                }
                let model: Vec<bool> = values.into_iter().map(|(_, value)| value).collect();
                // A model that contradicts its own question is the mark of shifted answers.
                if assumptions
                    .iter()
                    .any(|literal| model[literal.atom] != literal.positive)
                {
                    return Err("the model contradicts the question".into());
                }
                Ok(Answer::Satisfiable(model))
            }
        }
    }
}

impl Oracle for SolverProcess {
    fn begin(&mut self, context: &Context) -> Result<(), Error> {
        self.context = context.clone();
        let dialect = Dialect::of(&self.command);
        let reloaded = self
            .solver
            .as_mut()
            .map(|solver| solver.pop(1).and_then(|()| load(solver, context, dialect)));
        match reloaded {
            Some(Ok(())) => Ok(()),
            Some(Err(_)) | None => self.restart(),
        }
    }

    fn ask(&mut self, assumptions: &[Literal]) -> Result<Answer, Error> {
        self.statistics.questions += 1;
        // Past questions may have used up a process's luck: only the answer of a fresh process
        // counts as unknown, and only the failure of a fresh process as failure.
        if let Ok(answer @ (Answer::Satisfiable(_) | Answer::Unsatisfiable)) =
            self.ask_once(assumptions)
        {
            return Ok(answer);
        }
        self.restart()?;
        match self.ask_once(assumptions) {
            Ok(answer) => {
                if matches!(answer, Answer::Unknown(_)) {
                    self.statistics.unknown += 1;
                }
                Ok(answer)
            }
            Err(error) => {
                self.solver = None;
                Err(Error::Failed {
                    command: self.command.clone(),
                    reason: one_line(&error.to_string()),
                })
            }
        }
    }
}

/// Tells the solver a context, in a scope of its own.
fn load(solver: &mut Solver<AtomParser>, context: &Context, dialect: Dialect) -> SmtRes<()> {
    solver.push(1)?;
    tell(solver, &script(context, dialect))
}

/// One write and one flush for all commands; each answer `success` is read afterwards.
fn tell(solver: &mut Solver<AtomParser>, lines: &[String]) -> SmtRes<()> {
    use std::io::Write;
    solver.write_all(lines.join("\n").as_bytes())?;
    solver.write_all(b"\n")?;
    solver.flush()?;
    for _ in lines {
        solver.check_success()?;
    }
    Ok(())
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Reads `(a3 true)` pairs.
#[derive(Clone, Copy)]
struct AtomParser;

impl<'a> ExprParser<String, (), &'a str> for AtomParser {
    fn parse_expr(self, input: &'a str, (): ()) -> SmtRes<String> {
        Ok(input.trim().to_owned())
    }
}

impl<'a> ValueParser<bool, &'a str> for AtomParser {
    fn parse_value(self, input: &'a str) -> SmtRes<bool> {
        match input.trim() {
            "true" => Ok(true),
            "false" => Ok(false),
            other => Err(format!("a truth value was expected, not `{other}`").into()),
        }
    }
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
                        assert_eq!(
                            solver.ask(&question).unwrap(),
                            referee.ask(&question).unwrap(),
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
        let error = solver.begin(&Context::default()).unwrap_err();
        assert!(
            error
                .to_string()
                .contains("`no-such-solver` does not start"),
            "{error}"
        );
    }
}
