//! The types of the flow program.

use std::collections::BTreeSet;
use std::sync::Arc;

use num_bigint::BigInt;

use crate::logic::{Form, Sort, Term, Variable, Word, Words};
use crate::program::{Gap, Mode, SubprogramId};
use crate::source::Span;
use crate::verdict::{Check, CheckId};

/// A unit as graphs of basic blocks.
#[derive(Debug, Clone)]
pub struct FlowProgram {
    /// The unit's name, as written.
    pub name: String,
    /// The variables of the unit: package state, alive during the whole run.
    pub globals: Vec<FlowVariable>,
    /// The subprograms in source order.
    pub subprograms: Vec<FlowSubprogram>,
    /// The most general client: elaboration, then any calls of the entries.
    pub main: FlowSubprogram,
    /// Every check, in source order; each stands in exactly one block.
    pub checks: Vec<Check>,
    /// What is not modelled, and so lost, in source order.
    pub gaps: Vec<Gap>,
}

/// A variable and what its type guarantees.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FlowVariable {
    /// The variable.
    pub variable: Variable,
    /// Smallest and largest value of its subtype, of an array those of its components; `None` for a Boolean, and for a subtype that
    /// has no value, which must not become a contradictory fact.
    pub range: Option<(BigInt, BigInt)>,
    /// What it is in the source, where that has a name for it.
    pub form: Option<Arc<Form>>,
}

/// One subprogram.
#[derive(Debug, Clone)]
pub struct FlowSubprogram {
    /// The full name, e.g. `P.Inc`.
    pub name: String,
    /// The parameters, in order.
    pub formals: Vec<Formal>,
    /// The local variables, loop parameters and temporaries among them.
    pub locals: Vec<FlowVariable>,
    /// The blocks; the first is the entry.
    pub blocks: Vec<BasicBlock>,
    /// Where the subprogram is declared.
    pub span: Span,
}

/// A parameter, passed by copy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Formal {
    /// The variable that holds it in the body.
    pub variable: FlowVariable,
    /// Which way it is copied.
    pub mode: Mode,
}

/// A block of one subprogram.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BlockId(pub u32);

/// Straight-line deterministic statements and what ends them.
#[derive(Debug, Clone)]
pub struct BasicBlock {
    /// The user's labels (`--% label L;`) at the start of the block.
    pub labels: Vec<String>,
    /// What part the block plays in the shape of the source.
    pub role: BlockRole,
    /// The loop of the source whose body begins with the block; a hint for annotations, without
    /// meaning.
    pub body_of: Option<Span>,
    /// Assignments, assumptions and checks.
    pub statements: Vec<Statement>,
    /// How the block ends.
    pub terminator: Terminator,
    /// The statement of the source that ends the block, or the last one in it.
    pub span: Span,
}

/// What part a block plays in the shape of the source: hints for printing, without meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BlockRole {
    /// No special part.
    Plain,
    /// The head of a loop, to which the end of the loop's body jumps back.
    LoopHead {
        /// Where control goes after the loop.
        exit: BlockId,
    },
}

/// A statement and where it comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    /// What it does.
    pub kind: StatementKind,
    /// Where it comes from.
    pub span: Span,
}

/// A deterministic statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StatementKind {
    /// `target := value`
    Assign {
        /// The variable that changes.
        target: Variable,
        /// Its new value, over the state before.
        value: Term,
    },
    /// Runs in which the condition is false do not exist.
    Assume(Term),
    /// A run in which the condition is false fails here and ends.
    Check {
        /// Which check.
        check: CheckId,
        /// Its condition, over the state here.
        condition: Term,
    },
}

/// How a block ends. Whatever is not deterministic or leaves the subprogram stands here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Terminator {
    /// Control goes on there.
    Goto(BlockId),
    /// Control goes one way or the other.
    Branch {
        /// Which way, over the state at the end of the block.
        condition: Term,
        /// Where to if it holds.
        on_true: BlockId,
        /// Where to if it does not.
        on_false: BlockId,
        /// For an `if`, the block where both ways meet; a hint for printing.
        join: Option<BlockId>,
    },
    /// The environment chooses where control goes.
    Choice {
        /// Where it may go; never empty.
        targets: Vec<BlockId>,
        /// The block where all ways meet, if they do; a hint for printing.
        join: Option<BlockId>,
    },
    /// The variable takes any value of its type, and nobody knows which (lost information).
    Havoc {
        /// The variable.
        target: Variable,
        /// Where control goes on.
        next: BlockId,
    },
    /// The environment gives the variable any value of its type.
    Nondet {
        /// The variable.
        target: Variable,
        /// Where control goes on.
        next: BlockId,
    },
    /// A call by copy.
    Call {
        /// The subprogram called.
        callee: SubprogramId,
        /// Per formal, the value copied in (`None` for mode `out`).
        arguments: Vec<Option<Term>>,
        /// Per formal, the variable copied back to (`None` for mode `in`).
        results: Vec<Option<Variable>>,
        /// Whether a client makes it, of its own accord: neither the program itself, nor the
        /// language that evaluates a contract or a predicate.
        is_clients: bool,
        /// Where control goes on.
        next: BlockId,
    },
    /// The end of the subprogram.
    Return,
}

impl FlowVariable {
    /// A variable that the source does not know.
    pub fn new(variable: Variable, range: Option<(BigInt, BigInt)>) -> FlowVariable {
        FlowVariable {
            variable,
            range,
            form: None,
        }
    }

    /// What its type guarantees of it, if it is an integer.
    pub fn fact(&self) -> Option<Term> {
        let range = self.range.as_ref();
        let (low, high) = range.filter(|_| self.variable.sort == Sort::Int)?;
        let value = Term::variable(&self.variable);
        Some(Term::between(
            &value,
            Term::int(low.clone()),
            Term::int(high.clone()),
        ))
    }
}

impl Terminator {
    /// Where control may go on.
    pub fn targets(&self) -> impl Iterator<Item = BlockId> + '_ {
        let (few, many): ([Option<BlockId>; 2], &[BlockId]) = match self {
            Terminator::Goto(next)
            | Terminator::Havoc { next, .. }
            | Terminator::Nondet { next, .. }
            | Terminator::Call { next, .. } => ([Some(*next), None], &[]),
            Terminator::Branch {
                on_true, on_false, ..
            } => ([Some(*on_true), Some(*on_false)], &[]),
            Terminator::Choice { targets, .. } => ([None, None], targets),
            Terminator::Return => ([None, None], &[]),
        };
        few.into_iter().flatten().chain(many.iter().copied())
    }

    /// The variables that it sets.
    pub fn assigned(&self) -> impl Iterator<Item = &Variable> {
        let (one, several): (Option<&Variable>, &[Option<Variable>]) = match self {
            Terminator::Havoc { target, .. } | Terminator::Nondet { target, .. } => {
                (Some(target), &[])
            }
            Terminator::Call { results, .. } => (None, results),
            Terminator::Goto(_)
            | Terminator::Branch { .. }
            | Terminator::Choice { .. }
            | Terminator::Return => (None, &[]),
        };
        one.into_iter().chain(several.iter().flatten())
    }

    /// What it reads.
    pub fn terms(&self) -> impl Iterator<Item = &Term> {
        let (one, several): (Option<&Term>, &[Option<Term>]) = match self {
            Terminator::Branch { condition, .. } => (Some(condition), &[]),
            Terminator::Call { arguments, .. } => (None, arguments),
            Terminator::Goto(_)
            | Terminator::Choice { .. }
            | Terminator::Havoc { .. }
            | Terminator::Nondet { .. }
            | Terminator::Return => (None, &[]),
        };
        one.into_iter().chain(several.iter().flatten())
    }

    /// The subprogram that it calls.
    pub fn callee(&self) -> Option<SubprogramId> {
        match self {
            Terminator::Call { callee, .. } => Some(*callee),
            Terminator::Goto(_)
            | Terminator::Branch { .. }
            | Terminator::Choice { .. }
            | Terminator::Havoc { .. }
            | Terminator::Nondet { .. }
            | Terminator::Return => None,
        }
    }

    /// The block where all ways meet, if the source says so.
    pub fn join(&self) -> Option<BlockId> {
        match self {
            Terminator::Branch { join, .. } | Terminator::Choice { join, .. } => *join,
            Terminator::Goto(_)
            | Terminator::Havoc { .. }
            | Terminator::Nondet { .. }
            | Terminator::Call { .. }
            | Terminator::Return => None,
        }
    }
}

impl BasicBlock {
    /// The variables that it sets, by its statements and at its end.
    pub fn assigned(&self) -> impl Iterator<Item = &Variable> {
        let statements = self.statements.iter();
        let targets = statements.filter_map(|statement| match &statement.kind {
            StatementKind::Assign { target, .. } => Some(target),
            StatementKind::Assume(_) | StatementKind::Check { .. } => None,
        });
        targets.chain(self.terminator.assigned())
    }
}

impl FlowSubprogram {
    /// The block with the given identity.
    pub fn block(&self, id: BlockId) -> &BasicBlock {
        &self.blocks[id.0 as usize]
    }

    /// Formals and locals.
    pub fn variables(&self) -> impl Iterator<Item = &FlowVariable> {
        self.formals
            .iter()
            .map(|formal| &formal.variable)
            .chain(&self.locals)
    }

    /// The blocks that jumps lead to from the first one, whatever conditions say.
    pub fn entered(&self) -> BTreeSet<BlockId> {
        let mut found = BTreeSet::from([BlockId(0)]);
        let mut open = vec![BlockId(0)];
        while let Some(block) = open.pop() {
            let targets = self.block(block).terminator.targets();
            open.extend(targets.filter(|target| found.insert(*target)));
        }
        found
    }
}

impl FlowProgram {
    /// What the variables are in the source that a subprogram can name; those of the whole unit
    /// without one.
    pub fn words(&self, scope: Option<SubprogramId>) -> Words<'_> {
        self.words_in(scope.map(|id| self.subprogram(id)))
    }

    /// The same for a subprogram of this program, `main` among them.
    pub fn words_in<'a>(&'a self, subprogram: Option<&'a FlowSubprogram>) -> Words<'a> {
        let own = subprogram.into_iter().flat_map(FlowSubprogram::variables);
        let mut words = Words::new(self.globals.iter().chain(own).filter_map(|declared| {
            let word = Word {
                form: declared.form.as_ref()?,
                range: declared.range.as_ref(),
            };
            Some((&*declared.variable.name, word))
        }));
        for block in subprogram.iter().flat_map(|subprogram| &subprogram.blocks) {
            self.tell_results(&block.terminator, &mut words);
        }
        words
    }

    /// What holds the result of a call is told by the call.
    fn tell_results<'a>(&'a self, terminator: &'a Terminator, words: &mut Words<'a>) {
        let Terminator::Call {
            callee,
            arguments,
            results,
            ..
        } = terminator
        else {
            return;
        };
        let called = self.subprogram(*callee);
        let mut temporaries = Vec::new();
        for (formal, result) in called.formals.iter().zip(results) {
            let is_result = formal.variable.variable.name.contains("'Result");
            let held = result.as_ref().filter(|_| is_result);
            temporaries.extend(held.filter(|variable| variable.name.contains("__")));
        }
        if temporaries.is_empty() {
            return;
        }
        let short = called.name.rsplit('.').next().unwrap_or(&called.name);
        let given = called.formals.iter().zip(arguments);
        let given: Vec<String> = given
            .filter_map(|(formal, argument)| {
                Some(words.value(argument.as_ref()?, formal.variable.form.as_deref()))
            })
            .collect();
        let call = if given.is_empty() {
            short.to_owned()
        } else {
            format!("{short} ({})", given.join(", "))
        };
        for temporary in temporaries {
            words.tell_as(&temporary.name, call.clone());
        }
    }

    /// The subprogram with the given identity; `main` for `None`.
    pub fn body(&self, id: Option<SubprogramId>) -> &FlowSubprogram {
        id.map_or(&self.main, |id| self.subprogram(id))
    }

    /// The subprogram with the given identity.
    pub fn subprogram(&self, id: SubprogramId) -> &FlowSubprogram {
        &self.subprograms[id.0 as usize]
    }

    /// The check with the given identity.
    pub fn check(&self, id: CheckId) -> &Check {
        &self.checks[id.0 as usize]
    }
}
