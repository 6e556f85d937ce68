//! What must be asked, cut into jobs that can be done at the same time.
//!
//! A job is some blocks, of one procedure or of several. How they are cut depends on the program
//! alone, so that the answers and their number do not depend on how many workers there are; a job
//! is as large as a solver that starts afresh is worth.

use super::Error;
use super::answers::{Answers, Frame};
use super::components::Components;
use super::cube::Cover;
use super::enquiry::{Enquiry, Memory};
use super::procedure::Shared;
use super::session::Counts;
use crate::flow::BlockId;
use crate::logic::Term;
use crate::smt::{Context, Oracle, in_parallel};

/// What a job should cost at least: statements times predicates.
const JOB: usize = 256;

/// All answers about one procedure.
#[derive(Default)]
pub(super) struct ProcedureAnswers {
    /// The shortest inconsistent cubes up to the limit, from the logic and the types alone.
    pub(super) inconsistent: Cover,
    /// Per block, what the solver says.
    pub(super) blocks: Vec<Answers>,
    /// What it cost, as far as the answers do not say.
    pub(super) counts: Counts,
}

/// Something to ask about the procedure of the given number.
#[derive(Clone, Copy)]
enum Task {
    Inconsistent(usize),
    Block(usize, BlockId),
}

enum Found {
    Inconsistent(Cover),
    Block(Answers),
}

/// Asks everything about every frame.
pub(super) fn ask(
    shared: &Shared<'_>,
    frames: &[Frame<'_>],
    oracle: &mut dyn Oracle,
    memory: &mut Memory,
) -> Result<Vec<ProcedureAnswers>, Error> {
    // What cannot be done is said at once.
    for frame in frames {
        for block in &frame.subprogram.blocks {
            frame.affordable(block)?;
        }
    }
    let jobs = jobs(frames);
    let known: &Memory = memory;
    let done = in_parallel("abstracting", oracle, &jobs, &|job: &Vec<Task>, oracle| {
        let mut enquiry = Enquiry::new(oracle, known);
        let mut found = Vec::new();
        for task in job {
            let mut counts = Counts::default();
            let answer = match *task {
                Task::Inconsistent(at) => {
                    Found::Inconsistent(inconsistent_cubes(&frames[at], &mut enquiry, &mut counts)?)
                }
                Task::Block(at, id) => {
                    let frame = &frames[at];
                    Found::Block(frame.answers(shared, id, &mut enquiry, &mut counts)?)
                }
            };
            found.push((*task, answer, counts));
        }
        Ok::<_, Error>((found, enquiry.into_learnt()))
    })?;
    let mut answers: Vec<ProcedureAnswers> = Vec::new();
    answers.resize_with(frames.len(), ProcedureAnswers::default);
    for job in done {
        let (found, learnt) = job?;
        memory.learn(learnt);
        for (task, found, counts) in found {
            let (Task::Inconsistent(at) | Task::Block(at, _)) = task;
            answers[at].counts += counts;
            match found {
                Found::Inconsistent(cubes) => answers[at].inconsistent = cubes,
                Found::Block(block) => answers[at].blocks.push(block),
            }
        }
    }
    Ok(answers)
}

/// The tasks in order, cut into jobs.
fn jobs(frames: &[Frame<'_>]) -> Vec<Vec<Task>> {
    let mut jobs = Vec::new();
    let mut job = Vec::new();
    let mut size = 0;
    for (at, frame) in frames.iter().enumerate() {
        let predicates = frame.scope.bits.len() + 1;
        let ids = (0..).map(BlockId).zip(&frame.subprogram.blocks);
        let blocks = ids.map(|(id, block)| (Task::Block(at, id), block.statements.len() + 1));
        for (task, statements) in std::iter::once((Task::Inconsistent(at), 1)).chain(blocks) {
            job.push(task);
            size += statements * predicates;
            if size >= JOB {
                jobs.push(std::mem::take(&mut job));
                size = 0;
            }
        }
    }
    if !job.is_empty() {
        jobs.push(job);
    }
    jobs
}

/// The shortest inconsistent cubes of a procedure, group by group of bits that have to do with each
/// other.
fn inconsistent_cubes(
    frame: &Frame<'_>,
    enquiry: &mut Enquiry<'_>,
    counts: &mut Counts,
) -> Result<Cover, Error> {
    let term = |bit: &usize| frame.scope.bits[*bit].term.clone();
    let bits: Vec<usize> = (0..frame.scope.bits.len()).collect();
    let all = Context {
        facts: Vec::new(),
        atoms: bits.iter().map(term).collect(),
    };
    let mut found = Vec::new();
    for group in Components::new(&all).groups(&bits, &|bit| bit) {
        let atoms: Vec<Term> = group.iter().map(term).collect();
        let types = |variable: &crate::logic::Variable| vec![variable.clone()];
        let facts = frame.scope.range_facts(&atoms, &types);
        let limit = frame.settings.max_cube;
        let (cubes, cost) = enquiry.inconsistent(Context { facts, atoms }, limit)?;
        *counts += cost;
        found.extend(cubes.iter().map(|cube| cube.renamed(&group)));
    }
    found.sort();
    Ok(found)
}
