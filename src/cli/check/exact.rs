//! `--semantics under|exact` and `--ctl`: definite answers, and what is missing for others.

use serde_json::{Map, Value, json};

use super::explored::Explored;
use super::question::Asked;
use super::text;
use super::{Answer, Arguments, Format, SemanticsName};
use crate::bp::control::{Control, Point, Target, TargetKind};
use crate::cli::ExitStatus;
use crate::diagnostic::render_all;
use crate::exact::{
    self, Cause, Checker, Config, Ctl, Explanation, Semantics, Visited, VisitedPlace, parse,
};
use crate::source::{SourceFile, Sources};

/// What a question or a formula came to, and why.
struct Found {
    /// The word of the text, then that of JSON.
    verdict: (&'static str, &'static str),
    status: ExitStatus,
    /// A way on which it shows.
    way: Vec<Visited>,
    explanation: Option<Explanation>,
    /// Why nothing is known at all.
    reason: Option<String>,
}

/// Reads the formulas of the command line.
pub(super) fn formulas(control: &Control, texts: &[String]) -> Result<Vec<(String, Ctl)>, String> {
    let mut formulas = Vec::new();
    for text in texts {
        let formula = parse(text, control).map_err(|error| {
            let mut sources = Sources::default();
            sources.add(SourceFile::new("--ctl", text));
            render_all(&[error], &sources)
        })?;
        formulas.push((text.trim().to_owned(), formula));
    }
    Ok(formulas)
}

/// Answers questions and formulas.
pub(super) fn answer(
    control: Control,
    asked: &[Asked],
    formulas: &[(String, Ctl)],
    arguments: &Arguments,
) -> Answer {
    let semantics = arguments.semantics.unwrap_or(SemanticsName::Exact);
    let config = Config {
        semantics: match semantics {
            SemanticsName::Over => Semantics::Over,
            SemanticsName::Under => Semantics::Under,
            SemanticsName::Exact => Semantics::Exact,
        },
        improved_preimage: arguments.improved_preimage.is_on(),
        node_limit: arguments.node_limit,
        ..Config::default()
    };
    let graph = control.clone();
    // The over-approximation knows procedures that call themselves.
    let mut explored = (!asked.is_empty() && semantics != SemanticsName::Under)
        .then(|| Explored::by_engine(control, &arguments.config()));
    let make = || Checker::new(&graph, &config);
    let mut checker = None;
    let mut answer = Answer {
        out: String::new(),
        err: String::new(),
        status: ExitStatus::Success,
    };
    let (mut questions, mut answers) = (Vec::new(), Vec::new());
    for Asked {
        name,
        kind,
        targets,
    } in asked
    {
        let may = explored
            .as_mut()
            .and_then(|explored| explored.may_reach(targets));
        let found = match may {
            Some(false) => Ok(Found::unreachable()),
            Some(true) if semantics == SemanticsName::Over => Ok(Found::reachable(Vec::new())),
            Some(true) | None => reached(checker.get_or_insert_with(make), targets),
        };
        let kind = match kind {
            TargetKind::Reached => "reached",
            TargetKind::Fails => "fails",
        };
        if let Some(found) = answer.noted(found) {
            let head = json!({ "label": name, "kind": kind });
            questions.push(found.as_json(&graph, head));
            answer.out += &found.as_text(&graph, name);
        }
    }
    for (text, formula) in formulas {
        let found = match checker.get_or_insert_with(make) {
            Ok(checker) => checker.check(formula).map(Found::of),
            Err(error) => Err(error.clone()),
        };
        if let Some(found) = answer.noted(found) {
            answers.push(found.as_json(&graph, json!({ "formula": text })));
            answer.out += &found.as_text(&graph, text);
        }
    }
    if let Some(limit) = explored.as_ref().and_then(Explored::error) {
        answer.fail(&exact::Error::NodeLimit(limit));
    }
    if arguments.format == Format::Json {
        let mut object = json!({ "questions": questions, "formulas": answers });
        object["semantics"] = json!(semantics.name());
        if let Some(Ok(checker)) = &checker {
            object["statistics"] = json!({
                "statements": checker.size(),
                "preimages": checker.counters().preimages,
                "bdd_peak_nodes": checker.statistics().peak_nodes,
            });
        }
        answer.out = format!("{object:#}\n");
    }
    answer
}

/// Whether something is surely reached; if not, what is missing.
fn reached(
    checker: &mut Result<Checker<'_>, exact::Error>,
    targets: &[Target],
) -> Result<Found, exact::Error> {
    let checker = match checker {
        Ok(checker) => checker,
        Err(error) => {
            return Ok(Found {
                reason: Some(error.to_string()),
                ..Found::unknown()
            });
        }
    };
    if let Some(way) = checker.reaches(targets)? {
        return Ok(Found::reachable(way));
    }
    Ok(Found {
        explanation: checker.unsure(targets)?,
        ..Found::unknown()
    })
}

impl Answer {
    /// Takes note of what was found, or of why it was not.
    fn noted(&mut self, found: Result<Found, exact::Error>) -> Option<Found> {
        match found {
            Ok(found) => {
                let worse = match (self.status, found.status) {
                    (ExitStatus::Error, _) | (_, ExitStatus::Success) => self.status,
                    (ExitStatus::Violated, ExitStatus::Unknown) => ExitStatus::Violated,
                    (_, status) => status,
                };
                self.status = worse;
                Some(found)
            }
            Err(error) => {
                self.fail(&error);
                None
            }
        }
    }

    fn fail(&mut self, error: &exact::Error) {
        let help = match error {
            exact::Error::NodeLimit(_) => " [--node-limit N allows more]",
            exact::Error::Recursion(_)
            | exact::Error::TooManyCopies { .. }
            | exact::Error::TimeUp
            | exact::Error::Unnamed(_) => "",
        };
        let message = format!("sabs: error: {error}{help}\n");
        if !self.err.contains(&message) {
            self.err += &message;
        }
        self.status = ExitStatus::Error;
    }
}

impl Found {
    fn definite(
        verdict: (&'static str, &'static str),
        status: ExitStatus,
        way: Vec<Visited>,
    ) -> Found {
        Found {
            verdict,
            status,
            way,
            explanation: None,
            reason: None,
        }
    }

    fn reachable(way: Vec<Visited>) -> Found {
        Found::definite(("REACHABLE", "reachable"), ExitStatus::Violated, way)
    }

    fn unreachable() -> Found {
        let verdict = ("UNREACHABLE", "unreachable");
        Found::definite(verdict, ExitStatus::Success, Vec::new())
    }

    fn unknown() -> Found {
        Found::definite(("UNKNOWN", "unknown"), ExitStatus::Unknown, Vec::new())
    }

    fn of(answer: exact::Answer) -> Found {
        match answer {
            exact::Answer::True(way) => Found::definite(("TRUE", "true"), ExitStatus::Success, way),
            exact::Answer::False(way) => {
                Found::definite(("FALSE", "false"), ExitStatus::Violated, way)
            }
            exact::Answer::Inconclusive(why) => {
                let verdict = ("INCONCLUSIVE", "inconclusive");
                let mut found = Found::definite(verdict, ExitStatus::Unknown, Vec::new());
                found.explanation = Some(*why);
                found
            }
        }
    }

    fn as_text(&self, control: &Control, name: &str) -> String {
        let mut lines = vec![format!("{} {name}", self.verdict.0)];
        let mut states = |states: &[Visited]| {
            lines.extend(states.iter().map(|state| line(control, state)));
        };
        // That a formula is true where it begins says nothing yet.
        if self.way.len() > 1 || self.status != ExitStatus::Success {
            states(&self.way);
        }
        if let Some(why) = &self.explanation {
            states(&why.path);
            lines.push(format!("  unknown: {}", missing(control, &why.cause)));
            if let Some(perhaps) = &why.perhaps {
                lines.push("  which may lead to".to_owned());
                let onwards = std::iter::once(perhaps).chain(&why.beyond);
                lines.extend(onwards.map(|state| line(control, state)));
            }
            lines.push(format!("  open: {}", why.open));
        }
        let reason = self.reason.iter();
        lines.extend(reason.map(|reason| format!("  unknown: {reason}")));
        lines.join("\n") + "\n"
    }

    fn as_json(&self, control: &Control, mut head: Value) -> Value {
        let states = |states: &[Visited]| -> Vec<Value> {
            states.iter().map(|state| visited(control, state)).collect()
        };
        head["verdict"] = json!(self.verdict.1);
        head["way"] = json!(states(&self.way));
        head["explanation"] = match &self.explanation {
            None => Value::Null,
            Some(why) => json!({
                "path": states(&why.path),
                "perhaps": why.perhaps.as_ref().map(|state| visited(control, state)),
                "open": why.open.to_string(),
                "cause": cause(control, &why.cause),
                "beyond": states(&why.beyond),
            }),
        };
        head["reason"] = json!(self.reason);
        head
    }
}

/// A state on one line, as traces have it.
fn line(control: &Control, state: &Visited) -> String {
    let statement = match state.place {
        VisitedPlace::At(point) => control.headline(point),
        VisitedPlace::Failed(_) => "the assertion has failed".to_owned(),
        VisitedPlace::Ended => "main has returned".to_owned(),
    };
    let place = point_of(state).map_or_else(String::new, |point| text::place(control, point));
    let values = values(control, state);
    let values: Vec<String> = values
        .map(|(name, value)| format!("{name}={}", u8::from(value)))
        .collect();
    format!(
        "{}{place:<8} State {:<20} {statement}",
        "    ".repeat(state.depth.min(20) + 1),
        values.join(" "),
    )
}

fn visited(control: &Control, state: &Visited) -> Value {
    let values: Map<String, Value> = values(control, state)
        .map(|(name, value)| (name, Value::from(u8::from(value))))
        .collect();
    let kind = match state.place {
        VisitedPlace::At(_) => "at",
        VisitedPlace::Failed(_) => "failed",
        VisitedPlace::Ended => "ended",
    };
    let mut object = json!({ "place": kind, "depth": state.depth, "values": values });
    if let Some(point) = point_of(state) {
        object["at"] = place(control, point);
    }
    object
}

fn point_of(state: &Visited) -> Option<Point> {
    match state.place {
        VisitedPlace::At(point) | VisitedPlace::Failed(point) => Some(point),
        VisitedPlace::Ended => None,
    }
}

/// The variables in scope with their values; of an end, those of `main`.
fn values<'a>(
    control: &'a Control,
    state: &'a Visited,
) -> impl Iterator<Item = (String, bool)> + 'a {
    let procedure = point_of(state).map_or(control.main, |point| point.procedure);
    text::in_scope(control, procedure).map(|(at, name)| (name.to_string(), state.values[at]))
}

fn place(control: &Control, point: Point) -> Value {
    json!({
        "procedure": control.procedure(point.procedure).name.as_str(),
        "line": control.node(point).line,
        "statement": control.headline(point),
    })
}

/// What is missing, in words.
fn missing(control: &Control, cause: &Cause) -> String {
    let at = |point: &Point| {
        let place = text::place(control, *point).to_lowercase();
        format!("at {place}, `{}`", control.headline(*point))
    };
    match cause {
        Cause::Condition(point) => format!("whether the condition holds {}", at(point)),
        Cause::Assumption(point) => format!("whether the assumption holds {}", at(point)),
        Cause::Jump(point) => format!("where the jump goes {}", at(point)),
        Cause::Values(point, owner, slots) => {
            let procedure = control.procedure(*owner);
            let names = slots.iter().map(|slot| procedure.variable(*slot));
            let names: Vec<String> = names.map(ToString::to_string).collect();
            format!("which value {} gets {}", names.join(", "), at(point))
        }
        Cause::Constraint(point) => {
            format!(
                "whether constrain allows what the environment chooses {}",
                at(point)
            )
        }
        Cause::Enforce(point) => format!("whether enforce allows the state {}", at(point)),
        Cause::Untold(atom) => format!("what {atom} is there"),
        Cause::Settled => "nothing more can be told".to_owned(),
    }
}

fn cause(control: &Control, cause: &Cause) -> Value {
    let (kind, point) = match cause {
        Cause::Condition(point) => ("condition", Some(point)),
        Cause::Assumption(point) => ("assumption", Some(point)),
        Cause::Jump(point) => ("jump", Some(point)),
        Cause::Values(point, ..) => ("values", Some(point)),
        Cause::Constraint(point) => ("constraint", Some(point)),
        Cause::Enforce(point) => ("enforce", Some(point)),
        Cause::Untold(_) => ("untold", None),
        Cause::Settled => ("settled", None),
    };
    let mut object = json!({ "kind": kind });
    if let Some(point) = point {
        object["at"] = place(control, *point);
    }
    if let Cause::Values(_, owner, slots) = cause {
        let procedure = control.procedure(*owner);
        let names = slots.iter().map(|slot| procedure.variable(*slot).as_str());
        object["procedure"] = json!(procedure.name.as_str());
        object["variables"] = names.collect();
    }
    if let Cause::Untold(atom) = cause {
        object["atom"] = json!(atom.to_string());
    }
    object
}
