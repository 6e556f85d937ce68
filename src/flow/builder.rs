//! Blocks while they are made.

use super::graph::{BasicBlock, BlockId, BlockRole, Statement, StatementKind, Terminator};
use crate::logic::{Term, Variable};
use crate::program::{GuardedCheck, Program, Read};
use crate::source::Span;
use crate::verdict::{Check, CheckId};

/// The blocks of one subprogram, one of which may be open for more statements.
pub(super) struct Builder<'a> {
    /// The program it is a part of.
    pub(super) program: &'a Program,
    /// `None` for a block that has an identity but nothing in it yet.
    drafts: Vec<Option<Draft>>,
    /// The blocks in the order in which they were opened, which is the order of the source.
    order: Vec<BlockId>,
    /// Whether something jumps to the block.
    entered: Vec<bool>,
    current: Option<BlockId>,
    /// Every check of the program so far; an identity is an index into it until all are numbered.
    checks: &'a mut Vec<Check>,
    span: Span,
    /// Where variables that may be unset are read: block, index of the next statement, read.
    pub(super) reads: Vec<(BlockId, usize, Read)>,
    /// Variables made on the way, each with the one whose type it has.
    pub(super) temporaries: Vec<(Variable, Variable)>,
}

struct Draft {
    labels: Vec<String>,
    role: BlockRole,
    body_of: Option<Span>,
    statements: Vec<Statement>,
    terminator: Terminator,
    span: Span,
}

/// What the builder has made.
pub(super) struct Built {
    /// Per identity, the block if it was opened.
    pub(super) blocks: Vec<Option<BasicBlock>>,
    /// The identities in the order of the source, the entry first.
    pub(super) order: Vec<BlockId>,
}

impl<'a> Builder<'a> {
    /// A builder whose entry block is open.
    pub(super) fn new(program: &'a Program, checks: &'a mut Vec<Check>, span: Span) -> Builder<'a> {
        let mut builder = Builder {
            program,
            drafts: Vec::new(),
            order: Vec::new(),
            entered: Vec::new(),
            current: None,
            checks,
            span,
            reads: Vec::new(),
            temporaries: Vec::new(),
        };
        let entry = builder.reserve();
        builder.open(entry);
        builder
    }

    /// The identity of a block to come.
    pub(super) fn reserve(&mut self) -> BlockId {
        self.drafts.push(None);
        self.entered.push(false);
        BlockId(u32::try_from(self.drafts.len() - 1).expect("fewer than 2^32 blocks"))
    }

    /// Goes on in a reserved block.
    pub(super) fn open(&mut self, id: BlockId) {
        debug_assert!(self.current.is_none(), "the block before has ended");
        self.drafts[id.0 as usize] = Some(Draft {
            labels: Vec::new(),
            role: BlockRole::Plain,
            body_of: None,
            statements: Vec::new(),
            terminator: Terminator::Return,
            span: self.span,
        });
        self.order.push(id);
        self.current = Some(id);
    }

    /// Whether control can come here.
    pub(super) fn is_open(&self) -> bool {
        self.current.is_some()
    }

    /// Whether something jumps to the block.
    pub(super) fn is_entered(&self, id: BlockId) -> bool {
        self.entered[id.0 as usize]
    }

    /// What is added from now on comes from this place.
    pub(super) fn at(&mut self, span: Span) {
        self.span = span;
    }

    /// The open block; where none is, a new one that nothing jumps to.
    fn draft(&mut self) -> &mut Draft {
        let id = self.current.unwrap_or_else(|| {
            let id = self.reserve();
            self.open(id);
            id
        });
        let span = self.span;
        let draft = self.drafts[id.0 as usize]
            .as_mut()
            .expect("an open block has a draft");
        draft.span = span;
        draft
    }

    fn push(&mut self, kind: StatementKind) {
        let span = self.span;
        self.draft().statements.push(Statement { kind, span });
    }

    pub(super) fn assign(&mut self, target: &Variable, value: Term) {
        let target = target.clone();
        self.push(StatementKind::Assign { target, value });
    }

    pub(super) fn assume(&mut self, condition: Term) {
        if !condition.is_bool(true) {
            self.push(StatementKind::Assume(condition));
        }
    }

    pub(super) fn check(&mut self, guarded: &GuardedCheck) {
        let id = CheckId(u32::try_from(self.checks.len()).expect("fewer than 2^32 checks"));
        self.checks.push(guarded.check.clone());
        let before = self.span;
        self.span = guarded.check.span;
        self.push(StatementKind::Check {
            check: id,
            condition: guarded.condition.clone(),
        });
        self.span = before;
        self.draft();
    }

    /// A variable that may be unset is read.
    pub(super) fn read(&mut self, read: &Read) {
        if let Some(block) = self.current {
            let at = self.draft().statements.len();
            self.reads.push((block, at, read.clone()));
        }
    }

    /// A variable for the old value of another.
    pub(super) fn temporary(&mut self, of: &Variable) -> Variable {
        let number = self.temporaries.len() + 1;
        let copy = Variable::new(&format!("{}__copy{number}", of.name), of.sort.clone());
        self.temporaries.push((copy.clone(), of.clone()));
        copy
    }

    /// A label at the start of a block.
    pub(super) fn label(&mut self, name: &str) {
        if !self.draft().statements.is_empty() {
            let next = self.reserve();
            self.goto(next);
            self.open(next);
        }
        self.draft().labels.push(name.to_owned());
    }

    /// Makes the open block the head of a loop.
    pub(super) fn head(&mut self, exit: BlockId) {
        self.draft().role = BlockRole::LoopHead { exit };
    }

    /// Makes the open block the first of the body of the loop with this span.
    pub(super) fn body(&mut self, of: Span) {
        self.draft().body_of = Some(of);
    }

    /// Ends the open block.
    pub(super) fn end(&mut self, terminator: Terminator) {
        for target in terminator.targets() {
            self.entered[target.0 as usize] = true;
        }
        self.draft().terminator = terminator;
        self.current = None;
    }

    /// Jumps, if control can come here.
    pub(super) fn goto(&mut self, target: BlockId) {
        if self.is_open() {
            self.end(Terminator::Goto(target));
        }
    }

    /// What has been made, and the checks to add to.
    pub(super) fn finish(mut self) -> (Built, &'a mut Vec<Check>) {
        if self.is_open() {
            self.end(Terminator::Return);
        }
        let blocks = self.drafts.into_iter().map(|draft| {
            draft.map(|draft| BasicBlock {
                labels: draft.labels,
                role: draft.role,
                body_of: draft.body_of,
                statements: draft.statements,
                terminator: draft.terminator,
                span: draft.span,
            })
        });
        let built = Built {
            blocks: blocks.collect(),
            order: self.order,
        };
        (built, self.checks)
    }
}
