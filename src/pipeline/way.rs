//! A way on which a check fails in the abstraction, and why no run goes it, in the words of the
//! source.

use std::collections::BTreeSet;

use crate::flow::{BasicBlock, FlowProgram, StatementKind, SubprogramId, Terminator};
use crate::logic::{Purpose, Sort, Term, Variable, Words};
use crate::refine::{Path, PathFormula, Site, Visit};
use crate::source::Span;

/// The blocks of a way, and the conditions on it that contradict each other.
#[derive(Debug, Clone)]
pub struct Way {
    path: Path,
    /// In which visit each of the conditions stands, and where there.
    contradiction: Vec<(usize, Site)>,
}

/// A place of the source that a way comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Passage {
    /// The place.
    pub span: Span,
    /// What happens there, where the source does not say.
    pub note: Option<String>,
}

impl Passage {
    fn plain(span: Span) -> Passage {
        Passage { span, note: None }
    }

    fn noted(span: Span, note: String) -> Passage {
        Passage {
            span,
            note: Some(note),
        }
    }
}

impl Way {
    /// The way; `core` are the conditions of its formula that cannot hold together, if any.
    pub(super) fn new(path: Path, formula: &PathFormula, core: Option<&BTreeSet<usize>>) -> Way {
        let core = core.into_iter().flatten();
        let conditions = core.filter_map(|at| formula.conditions.get(*at));
        Way {
            contradiction: conditions.map(|found| (found.visit, found.site)).collect(),
            path,
        }
    }

    /// What happens on the way, in order.
    pub fn passages(&self, flow: &FlowProgram) -> Vec<Passage> {
        let mut told = Vec::new();
        for (at, visit) in self.path.visits.iter().enumerate() {
            let block = self.path.subprogram(flow, *visit).block(visit.block);
            let teller = self.teller(flow, *visit);
            let is_last = at + 1 == self.path.visits.len();
            for statement in &block.statements {
                match &statement.kind {
                    StatementKind::Assign { target, value } => {
                        told.extend(teller.assigned(target, value, statement.span));
                    }
                    StatementKind::Check { check, .. } if is_last && *check == self.path.check => {
                        let check = flow.check(*check);
                        let note = format!("{} fails", check.rule.subject());
                        told.push(Passage::noted(check.span, note));
                        return told;
                    }
                    StatementKind::Check { .. } | StatementKind::Assume(_) => {}
                }
            }
            if let Some(next) = self.path.visits.get(at + 1) {
                told.extend(teller.left(block, *next));
            }
        }
        told
    }

    /// The conditions that cannot hold together, in the order in which the way meets them; none
    /// where a run goes that way, or nobody knows.
    pub fn contradiction(&self, flow: &FlowProgram) -> Vec<Passage> {
        let condition = |(at, site): &(usize, Site)| {
            let visit = *self.path.visits.get(*at)?;
            let block = self.path.subprogram(flow, visit).block(visit.block);
            self.teller(flow, visit).condition(block, *site)
        };
        self.contradiction.iter().filter_map(condition).collect()
    }

    fn teller<'a>(&self, flow: &'a FlowProgram, visit: Visit) -> Teller<'a> {
        let within = self.path.frames[visit.frame].subprogram;
        Teller {
            flow,
            within,
            words: flow.words(within),
        }
    }
}

/// Tells what happens in one block.
struct Teller<'a> {
    flow: &'a FlowProgram,
    within: Option<SubprogramId>,
    words: Words<'a>,
}

impl Teller<'_> {
    /// Whether the source has a name for the variable.
    fn is_named(&self, variable: &Variable) -> bool {
        let name = &variable.name;
        self.words.of(name).is_some() && !name.contains("__") && !name.contains('@')
    }

    fn assigned(&self, target: &Variable, value: &Term, span: Span) -> Option<Passage> {
        if self.is_named(target) {
            // In a large block both ways of a branch stand one behind the other.
            let is_guarded = value.variables().iter().any(|read| self.is_way(read));
            return Some(if is_guarded {
                Passage::noted(span, "if the branch leads here".to_owned())
            } else {
                Passage::plain(span)
            });
        }
        let either = || Passage::noted(span, "either way".to_owned());
        self.is_way(target).then(either)
    }

    /// Whether the variable remembers which way a branch goes.
    fn is_way(&self, variable: &Variable) -> bool {
        variable.sort == Sort::Bool && self.words.of(&variable.name).is_none()
    }

    /// How control gets from a block to the next one.
    fn left(&self, block: &BasicBlock, next: Visit) -> Option<Passage> {
        match &block.terminator {
            Terminator::Branch {
                condition,
                on_true,
                on_false,
                ..
            } if on_true != on_false => {
                let outcome = Outcome::of(next.block == *on_true);
                Some(Passage::noted(block.span, self.told(condition, outcome)))
            }
            Terminator::Call { callee, .. } => {
                let called = self.flow.subprogram(*callee);
                // The client that makes the first calls stands nowhere.
                let span = match self.within {
                    Some(_) => block.span,
                    None => called.span,
                };
                Some(Passage::noted(span, format!("{} is called", called.name)))
            }
            Terminator::Nondet { target, .. } if self.within.is_some() => {
                let is_named = self.is_named(target);
                let note = || format!("the environment decides {}", target.name);
                is_named.then(|| Passage::noted(block.span, note()))
            }
            Terminator::Havoc { target, .. } => {
                let is_named = self.is_named(target);
                let note = || format!("{} may have any value", target.name);
                is_named.then(|| Passage::noted(block.span, note()))
            }
            Terminator::Branch { .. }
            | Terminator::Nondet { .. }
            | Terminator::Goto(_)
            | Terminator::Choice { .. }
            | Terminator::Return => None,
        }
    }

    fn condition(&self, block: &BasicBlock, site: Site) -> Option<Passage> {
        match site {
            // Whoever asks for it there tells it himself.
            Site::Start => None,
            Site::Branch(goes) => {
                let Terminator::Branch { condition, .. } = &block.terminator else {
                    return None;
                };
                let note = self.told(condition, Outcome::of(goes));
                Some(Passage::noted(block.span, note))
            }
            Site::Statement(at) | Site::Failure(at) => {
                let statement = block.statements.get(at)?;
                let outcome = Outcome::of(matches!(site, Site::Statement(_)));
                match &statement.kind {
                    StatementKind::Assume(condition) => Some(Passage::noted(
                        statement.span,
                        self.told(condition, outcome),
                    )),
                    StatementKind::Check { check, .. } => {
                        let check = self.flow.check(*check);
                        let note = outcome.told(&check.condition);
                        Some(Passage::noted(check.span, note))
                    }
                    StatementKind::Assign { .. } => None,
                }
            }
        }
    }

    /// `X > 3 holds`
    fn told(&self, condition: &Term, outcome: Outcome) -> String {
        let text = self.words.condition(condition, Purpose::Reading);
        outcome.told(text.as_deref().unwrap_or("the condition"))
    }
}

/// What becomes of a condition.
#[derive(Clone, Copy)]
enum Outcome {
    Holds,
    Fails,
}

impl Outcome {
    #[allow(clippy::fn_params_excessive_bools)] // it is where one becomes the other
    fn of(holds: bool) -> Outcome {
        if holds {
            Outcome::Holds
        } else {
            Outcome::Fails
        }
    }

    fn told(self, condition: &str) -> String {
        match self {
            Outcome::Holds => format!("{condition} holds"),
            Outcome::Fails => format!("{condition} does not hold"),
        }
    }
}
