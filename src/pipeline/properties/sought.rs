//! Inputs for a state of the abstraction in which a property surely does not hold: where chance has
//! not found any, a solver may.

use super::super::VerifyError;
use super::program::{ENTRY, body_of};
use super::{Judge, lowered};
use crate::abstraction::Abstraction;
use crate::bp::Identifier;
use crate::bp::control::Control;
use crate::exact::{Answer, Ctl, Visited, VisitedPlace};
use crate::logic::Term;
use crate::reach::{Cover, Reachability, Target};
use crate::refine::{Arrivals, Entry, Path, arrivals};
use crate::smt::Oracle;
use crate::verdict::CheckId;

/// So many states of the abstraction are looked at in each turn.
const MOST_SOUGHT: usize = 8;

/// The values of bits.
type Cube = Vec<(Identifier, bool)>;

/// Where runs may enter the body, as the abstraction sees it.
pub(super) struct Entered<'a> {
    pub(super) reachability: &'a mut Reachability,
    /// The places where the body begins.
    pub(super) targets: &'a [Target],
    /// The states there.
    pub(super) states: &'a Cover,
}

impl Judge<'_> {
    /// States in which runs enter the body, each along the shortest way to it, like those in which
    /// the property surely does not hold. `met` says that it holds wherever the body is entered,
    /// `way` shows where it does not.
    pub(super) fn sought(
        &mut self,
        abstraction: &Abstraction,
        entered: &mut Entered<'_>,
        (met, way): (&Ctl, Vec<Visited>),
        oracle: &mut dyn Oracle,
    ) -> Result<Vec<Entry>, VerifyError> {
        let id = self.property.scope;
        let Some(mut trace) = entered.reachability.trace(entered.targets)? else {
            return Ok(Vec::new());
        };
        entered.reachability.expand(&mut trace)?;
        // The way ends where the body begins, at no check.
        let nowhere = CheckId(u32::MAX);
        let path = Path::of_trace(&self.flow, entered.reachability, &trace, nowhere);
        let Some(path) = path.filter(|path| self.leads_in(path)) else {
            return Ok(Vec::new());
        };
        let mut excluded = Cover::new();
        let mut control = lowered(&body_of(
            &abstraction.program,
            id,
            entered.states,
            &excluded,
        ))?;
        let mut way = way;
        while excluded.len() < MOST_SOUGHT && !self.is_late() {
            let Some(cube) = entry_on(&control, &way) else {
                break;
            };
            let (cube, wanted) = self.meant(abstraction, cube);
            match arrivals(&self.flow, &path, &wanted, oracle)? {
                Arrivals::Found(found) => return Ok(found),
                Arrivals::Unknown => break,
                Arrivals::Impossible(core) if core.is_empty() => break,
                Arrivals::Impossible(core) => {
                    let literal = |at: &usize| cube.get(*at).cloned();
                    excluded.push(core.iter().filter_map(literal).collect());
                }
            }
            control = lowered(&body_of(
                &abstraction.program,
                id,
                entered.states,
                &excluded,
            ))?;
            let Answer::False(other) = self.answer(&control, met)? else {
                break;
            };
            way = other;
        }
        Ok(Vec::new())
    }

    /// Whether a path ends where the body begins.
    fn leads_in(&self, path: &Path) -> bool {
        path.visits.last().is_some_and(|visit| {
            let subprogram = path.frames[visit.frame].subprogram;
            subprogram == Some(self.property.scope) && visit.block == self.begin
        })
    }

    /// The bits of a state that mean something where the body begins, and what they say there.
    fn meant(&self, abstraction: &Abstraction, cube: Cube) -> (Cube, Vec<Term>) {
        let name = &abstraction.program.procedures[self.property.scope.0 as usize].name;
        let meaning = |variable: &Identifier| {
            let mut all = abstraction.meanings.iter();
            let own = all.find(|meaning| {
                let owner = meaning.procedure.as_ref();
                meaning.variable == *variable && owner.is_none_or(|owner| owner == name)
            });
            own.filter(|meaning| self.known.tells(&meaning.term))
        };
        let said = cube.into_iter().filter_map(|(variable, value)| {
            let term = meaning(&variable)?.term.clone();
            let term = if value { term } else { Term::not(term) };
            Some(((variable, value), term))
        });
        said.unzip()
    }
}

/// The values of the bits where a way enters the body.
fn entry_on(control: &Control, way: &[Visited]) -> Option<Cube> {
    let entry = way.iter().find(|visited| match visited.place {
        VisitedPlace::At(point) => {
            let labels = &control.node(point).labels;
            labels.iter().any(|label| label.as_str() == ENTRY)
        }
        VisitedPlace::Failed(_) | VisitedPlace::Ended => false,
    })?;
    let main = control.procedure(control.main);
    let names = main.variables.iter().cloned();
    Some(names.zip(entry.values.iter().copied()).collect())
}
