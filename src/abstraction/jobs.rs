//! What must be asked, cut into jobs that can be done at the same time.
//!
//! A job is some blocks, of one procedure or of several. How they are cut depends on the program
//! alone, so that the answers and their number do not depend on how many workers there are; a job
//! is as large as a solver that starts afresh is worth.

use std::sync::Arc;

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
    pub(super) inconsistent: Arc<Cover>,
    /// Per block, what the solver says.
    pub(super) blocks: Vec<Answers>,
    /// What it cost, as far as the answers do not say.
    pub(super) counts: Counts,
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
    // What no state satisfies is a help with everything else.
    let cubes: Vec<(usize, usize)> = frames
        .iter()
        .map(|frame| frame.scope.bits.len() + 1)
        .enumerate()
        .collect();
    let inconsistent = round(&cubes, oracle, memory, |at, enquiry, counts| {
        inconsistent_cubes(&frames[at], enquiry, counts)
    })?;
    let mut answers: Vec<ProcedureAnswers> = Vec::new();
    for (inconsistent, counts) in inconsistent {
        answers.push(ProcedureAnswers {
            inconsistent: Arc::new(inconsistent),
            blocks: Vec::new(),
            counts,
        });
    }
    let mut blocks: Vec<((usize, BlockId), usize)> = Vec::new();
    for (at, frame) in frames.iter().enumerate() {
        for (id, block) in (0..).map(BlockId).zip(&frame.subprogram.blocks) {
            let weight = (block.statements.len() + 1) * (frame.scope.bits.len() + 1);
            blocks.push(((at, id), weight));
        }
    }
    let found = round(&blocks, oracle, memory, |(at, id), enquiry, counts| {
        enquiry.take_for_impossible(&answers[at].inconsistent);
        frames[at].answers(shared, id, enquiry, counts)
    })?;
    for ((block, counts), ((at, _), _)) in found.into_iter().zip(&blocks) {
        answers[*at].blocks.push(block);
        answers[*at].counts += counts;
    }
    Ok(answers)
}

/// What `answer` makes of each task, and what that cost. Tasks come with their weights.
fn round<T: Copy + Sync, R: Send>(
    tasks: &[(T, usize)],
    oracle: &mut dyn Oracle,
    memory: &mut Memory,
    answer: impl Fn(T, &mut Enquiry<'_>, &mut Counts) -> Result<R, Error> + Sync,
) -> Result<Vec<(R, Counts)>, Error> {
    let jobs = jobs(tasks);
    let known: &Memory = memory;
    let done = in_parallel(
        "abstracting",
        oracle,
        &jobs,
        &|job: &&[(T, usize)], oracle| {
            let mut enquiry = Enquiry::new(oracle, known);
            let mut found = Vec::new();
            for (task, _) in *job {
                let mut counts = Counts::default();
                let answer = answer(*task, &mut enquiry, &mut counts)?;
                found.push((answer, counts));
            }
            Ok::<_, Error>((found, enquiry.into_learnt()))
        },
    )?;
    let mut all = Vec::new();
    for job in done {
        let (found, learnt) = job?;
        memory.learn(learnt);
        all.extend(found);
    }
    Ok(all)
}

/// The tasks in order, cut into jobs.
fn jobs<T>(tasks: &[(T, usize)]) -> Vec<&[(T, usize)]> {
    let mut jobs = Vec::new();
    let (mut start, mut weight) = (0, 0);
    for (at, (_, own)) in tasks.iter().enumerate() {
        weight += own;
        if weight >= JOB || at + 1 == tasks.len() {
            jobs.push(&tasks[start..=at]);
            (start, weight) = (at + 1, 0);
        }
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
