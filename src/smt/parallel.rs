//! Several jobs at once, each with an oracle of its own.

use std::sync::{Mutex, PoisonError};

use super::oracle::{Error, Oracle};
use crate::progress;

/// What `work` makes of each job, in the order of the jobs; `what` is what to call the whole.
///
/// The oracle's [forks](Oracle::forks) do their share at the same time. Every job finds its oracle
/// [renewed](Oracle::renew), so that the results do not depend on how many there are, nor on which
/// of them had which job.
///
/// # Errors
/// If an oracle cannot be renewed.
pub fn in_parallel<J: Sync, R: Send>(
    what: &'static str,
    oracle: &mut dyn Oracle,
    jobs: &[J],
    work: &(dyn Fn(&J, &mut dyn Oracle) -> R + Sync),
) -> Result<Vec<R>, Error> {
    let forks = oracle.forks(jobs.len().saturating_sub(1));
    let next = Mutex::new(0..jobs.len());
    let done: Mutex<Vec<Option<Result<R, Error>>>> =
        Mutex::new(jobs.iter().map(|_| None).collect());
    let progress = progress::begin(what, Some(jobs.len()));
    // Taken in a statement of its own: in the head of the loop the lock would be held through the
    // work, and nobody else could begin.
    let take = || {
        let mut next = next.lock().unwrap_or_else(PoisonError::into_inner);
        next.next()
    };
    let run = |oracle: &mut dyn Oracle| {
        while let Some(at) = take() {
            let result = oracle.renew().map(|()| work(&jobs[at], oracle));
            done.lock().unwrap_or_else(PoisonError::into_inner)[at] = Some(result);
            progress.step();
        }
    };
    std::thread::scope(|scope| {
        for mut fork in forks {
            let run = &run;
            scope.spawn(move || run(fork.as_mut()));
        }
        run(oracle);
    });
    let done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.into_iter().flatten().collect()
}
