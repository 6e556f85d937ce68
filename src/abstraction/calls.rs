//! Calls, as in c2bp: bits passed, bits returned, and what a call does to the bits of its caller.

use std::collections::BTreeMap;

use super::effects::Effects;
use super::scope::{Bit, Home, Scope, range_fact};
use super::step::{StepQuestion, Target};
use crate::bp::Identifier;
use crate::flow::{FlowProgram, FlowSubprogram, Mode, SubprogramId};
use crate::logic::{Sort, Term, Variable};
use crate::smt::Context;
use crate::ssa::version;

/// Which local bits of a procedure are its parameters and its results.
#[derive(Debug, Clone, Default)]
pub(super) struct Interface {
    /// The bits known at entry: over formals copied in and globals.
    pub(super) parameters: Vec<Bit>,
    /// The bits given back: over formals and globals.
    pub(super) results: Vec<Bit>,
}

/// A call of the flow program.
#[derive(Debug, Clone, Copy)]
pub(super) struct Call<'a> {
    /// Who is called.
    pub(super) callee: SubprogramId,
    /// Per formal, the value copied in.
    pub(super) arguments: &'a [Option<Term>],
    /// Per formal, the variable copied back to.
    pub(super) results: &'a [Option<Variable>],
}

impl Interface {
    /// The interface of a subprogram with these bits.
    pub(super) fn new(flow: &FlowProgram, subprogram: &FlowSubprogram, bits: &[Bit]) -> Interface {
        let is_global = |variable: &Variable| {
            flow.globals
                .iter()
                .any(|global| global.variable == *variable)
        };
        let mode = |variable: &Variable| {
            let mut formals = subprogram.formals.iter();
            let formal = formals.find(|formal| formal.variable.variable == *variable)?;
            Some(formal.mode)
        };
        let local = || bits.iter().filter(|bit| bit.home == Home::Local);
        let known_at_entry = |variable: &Variable| {
            is_global(variable) || matches!(mode(variable), Some(Mode::In | Mode::InOut))
        };
        let known_at_exit = |variable: &Variable| is_global(variable) || mode(variable).is_some();
        let over = |known: &dyn Fn(&Variable) -> bool| -> Vec<Bit> {
            local()
                .filter(|bit| bit.term.variables().iter().all(known))
                .cloned()
                .collect()
        };
        Interface {
            parameters: over(&known_at_entry),
            results: over(&known_at_exit),
        }
    }
}

impl Call<'_> {
    /// A predicate of the callee at its entry, in terms of the caller at the call.
    pub(super) fn at_entry(&self, flow: &FlowProgram, term: &Term) -> Term {
        let formals = &flow.subprogram(self.callee).formals;
        let replacements: BTreeMap<Variable, Term> = formals
            .iter()
            .zip(self.arguments)
            .filter_map(|(formal, argument)| {
                Some((formal.variable.variable.clone(), argument.clone()?))
            })
            .collect();
        term.substitute(&replacements)
    }

    /// Whether the call may change the variable of its caller.
    pub(super) fn changes(&self, effects: &Effects, variable: &Variable) -> bool {
        self.copies_back_to(variable) || effects.writes(self.callee, variable)
    }

    fn copies_back_to(&self, variable: &Variable) -> bool {
        self.results
            .iter()
            .flatten()
            .any(|target| target == variable)
    }

    /// What becomes of the caller's bits once the callee has returned.
    ///
    /// Three states are told apart: version 0 before the call, 1 when the callee returns, 2 when
    /// its results have been copied back. A local bit still speaks of the first, a global bit of
    /// the second, because the callee has kept it up to date; a result speaks of the second, except
    /// that an `in` formal stands for its argument before the call and a formal copied back for
    /// its target afterwards. The atoms are the caller's bits, then the callee's results.
    pub(super) fn return_question(
        &self,
        flow: &FlowProgram,
        effects: &Effects,
        scope: &Scope,
        results: &[Bit],
    ) -> StepQuestion {
        let returned = |variable: &Variable| {
            version(variable, usize::from(effects.writes(self.callee, variable)))
        };
        let finally = |variable: &Variable| {
            if self.copies_back_to(variable) {
                version(variable, 2)
            } else {
                returned(variable)
            }
        };
        let before = |term: &Term| term.map_variables(&|v| Term::variable(&version(v, 0)));
        let after_return = |term: &Term| term.map_variables(&|v| Term::variable(&returned(v)));
        let after_all = |term: &Term| term.map_variables(&|v| Term::variable(&finally(v)));

        let callee = flow.subprogram(self.callee);
        let mut formals: BTreeMap<Variable, Term> = BTreeMap::new();
        let mut facts = Vec::new();
        for (at, formal) in callee.formals.iter().enumerate() {
            let value = match (&self.results[at], &self.arguments[at]) {
                (Some(target), _) => Term::variable(&finally(target)),
                (None, Some(argument)) => before(argument),
                (None, None) => continue,
            };
            // Of an array, the range is that of its components.
            if let (Some(target), Some(range)) = (&self.results[at], &formal.variable.range)
                && target.sort == Sort::Int
            {
                facts.push(range_fact(&finally(target), range));
            }
            formals.insert(formal.variable.variable.clone(), value);
        }
        let result = |bit: &Bit| {
            bit.term.map_variables(&|variable| {
                let formal = formals.get(variable).cloned();
                formal.unwrap_or_else(|| Term::variable(&returned(variable)))
            })
        };

        let mut atoms: Vec<Term> = scope
            .bits
            .iter()
            .map(|bit| match bit.home {
                Home::Local => before(&bit.term),
                Home::Global => after_return(&bit.term),
            })
            .chain(results.iter().map(result))
            .collect();
        let bits = atoms.len();
        let mut targets = Vec::new();
        for bit in scope.affected(&|variable| self.changes(effects, variable)) {
            let up_to_date = scope.bits[bit].home == Home::Global
                && !scope.bits[bit]
                    .term
                    .variables()
                    .iter()
                    .any(|variable| self.copies_back_to(variable));
            if !up_to_date {
                targets.push(Target {
                    bit,
                    atom: atoms.len(),
                });
                atoms.push(after_all(&scope.bits[bit].term));
            }
        }
        let own_facts = facts.len();
        let types = scope.range_facts(facts.iter().chain(&atoms), &|variable| {
            vec![version(variable, 0), returned(variable), finally(variable)]
        });
        facts.extend(types);
        StepQuestion {
            context: Context { facts, atoms },
            own_facts,
            bits,
            targets,
            excluded: Vec::new(),
            before: Vec::new(),
        }
    }

    /// Whether a cube mixes bits that speak of different states when the callee returns: a global
    /// bit the callee has changed and a local bit that is brought up to date only afterwards.
    pub(super) fn mixes(&self, effects: &Effects, scope: &Scope, cube: &super::Cube) -> bool {
        let touches = |home: Home| {
            cube.literals().iter().any(|literal| {
                let bit = &scope.bits[literal.atom];
                let mut variables = bit.term.variables().into_iter();
                bit.home == home && variables.any(|variable| effects.writes(self.callee, &variable))
            })
        };
        touches(Home::Global) && touches(Home::Local)
    }
}

/// What a caller calls the result of a call until it has used it.
pub(super) fn result_name(flow: &FlowProgram, callee: SubprogramId, bit: &Bit) -> Identifier {
    let name = &flow.subprogram(callee).name;
    Identifier::new(&format!("{} after {name}", bit.identifier.as_str()))
}
