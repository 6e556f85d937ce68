//! An oracle that writes down what it is asked, as a script any solver can run again.

use std::fmt::Write as _;

use super::oracle::{Answer, Context, Error, Literal, Oracle, StateAnswer};
use super::prelude::PRELUDE;
use super::script::check_text;

/// Passes every question on and keeps the dialogue. It has no witnesses of its own: a script that
/// is to show everything asks everything.
pub struct Transcript<'a> {
    oracle: &'a mut dyn Oracle,
    text: String,
}

impl<'a> Transcript<'a> {
    /// Listens to what `oracle` is asked.
    pub fn new(oracle: &'a mut dyn Oracle) -> Transcript<'a> {
        Transcript {
            oracle,
            text: String::new(),
        }
    }

    /// The dialogue so far: a scope per context, each answer in a comment behind its question.
    pub fn text(&self) -> String {
        if self.text.is_empty() {
            String::new()
        } else {
            format!("{}(pop 1)\n", self.text)
        }
    }

    fn note(&mut self, assumptions: &[Literal], answer: &str) {
        let _ = writeln!(self.text, "{} ; {answer}", check_text(assumptions));
    }
}

impl Oracle for Transcript<'_> {
    fn begin(&mut self, context: &Context) -> Result<(), Error> {
        let before = if self.text.is_empty() {
            PRELUDE.join("\n")
        } else {
            "(pop 1)".to_owned()
        };
        let commands = self.oracle.commands(context);
        let _ = write!(self.text, "{before}\n\n(push 1)\n{commands}");
        self.oracle.begin(context)
    }

    fn ask(&mut self, assumptions: &[Literal]) -> Result<Answer, Error> {
        let answer = self.oracle.ask(assumptions)?;
        let word = match &answer {
            Answer::Satisfiable(_) => "sat",
            Answer::Unsatisfiable(_) => "unsat",
            Answer::Unknown(_) => "unknown",
        };
        self.note(assumptions, word);
        Ok(answer)
    }

    fn ask_state(&mut self, assumptions: &[Literal]) -> Result<StateAnswer, Error> {
        let answer = self.oracle.ask_state(assumptions)?;
        let word = match &answer {
            StateAnswer::State(_) => "sat",
            StateAnswer::None => "unsat",
            StateAnswer::Unknown(_) => "unknown",
        };
        self.note(assumptions, word);
        Ok(answer)
    }
}
