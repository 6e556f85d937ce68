//! Where a run is taken to end though an executable goes on: at an initialisation or aliasing check
//! that fails. What is proved behind such a check is proved of other runs only.

use std::collections::{BTreeMap, BTreeSet};

use crate::flow::{BlockId, FlowProgram, StatementKind, SubprogramId, Terminator};
use crate::report::Report;
use crate::source::Sources;
use crate::verdict::{CheckId, Verdict};

/// A block of the whole program.
type Site = (Option<SubprogramId>, BlockId);

/// Per check that is proved, the checks that may fail without ending an executable, and from which
/// jumps, calls and returns lead there, whatever conditions say. Where there are none, the proof speaks
/// of executables too.
pub(super) fn endings(
    flow: &FlowProgram,
    verdicts: &[Verdict],
) -> BTreeMap<CheckId, BTreeSet<CheckId>> {
    let is_proved = |verdict: &Verdict| matches!(verdict, Verdict::Proved(_));
    let all = (0..).map(CheckId).zip(verdicts);
    let (proved, open): (Vec<_>, Vec<_>) = all.partition(|(_, verdict)| is_proved(verdict));
    let open = open.into_iter().map(|(check, _)| check);
    let passed_over: Vec<CheckId> = open
        .filter(|check| !flow.check(*check).rule.ends_executables())
        .collect();
    let mut found: BTreeMap<CheckId, BTreeSet<CheckId>> = BTreeMap::new();
    if passed_over.is_empty() {
        return found;
    }
    let places = places(flow);
    let returns = returns(flow);
    for failing in passed_over {
        let Some((site, number)) = places.get(&failing) else {
            continue;
        };
        let behind = behind(flow, &returns, *site);
        for (check, _) in &proved {
            let is_behind = places.get(check).is_some_and(|(other, later)| {
                behind.contains(other) || other == site && later > number
            });
            if is_behind {
                found.entry(*check).or_default().insert(failing);
            }
        }
    }
    found
}

/// What is to be known of the checks that are seen to fail where an executable goes on to others.
pub(super) fn told(report: &Report, sources: &Sources) -> Vec<String> {
    let of_check = |check: CheckId| report.endings.get(&check).into_iter().flatten();
    let told = report.told().flat_map(|(check, _, _)| of_check(check));
    let failing: BTreeSet<CheckId> = told.copied().collect();
    let checks = failing.iter().map(|check| &report.checks[check.0 as usize]);
    checks
        .filter(|(_, verdict)| *verdict == Verdict::Violated)
        .map(|(check, _)| {
            let (place, noun) = (sources.locate(check.span), check.rule.noun());
            format!(
                "{place}: a run is taken to end where this {noun} fails, but an executable goes on: \
                 what follows is proved of other runs only"
            )
        })
        .collect()
}

fn bodies(flow: &FlowProgram) -> impl Iterator<Item = Option<SubprogramId>> {
    let count = u32::try_from(flow.subprograms.len()).unwrap_or(u32::MAX);
    (0..count).map(SubprogramId).map(Some).chain([None])
}

fn sites(flow: &FlowProgram) -> impl Iterator<Item = Site> {
    bodies(flow).flat_map(|body| {
        let blocks = (0..).map(BlockId).zip(&flow.body(body).blocks);
        blocks.map(move |(block, _)| (body, block))
    })
}

/// Where each check stands: in which block, as its which statement.
fn places(flow: &FlowProgram) -> BTreeMap<CheckId, (Site, usize)> {
    let mut found = BTreeMap::new();
    for site in sites(flow) {
        let statements = &flow.body(site.0).block(site.1).statements;
        for (number, statement) in statements.iter().enumerate() {
            if let StatementKind::Check { check, .. } = &statement.kind {
                found.insert(*check, (site, number));
            }
        }
    }
    found
}

/// Where control goes on behind the calls of each subprogram.
fn returns(flow: &FlowProgram) -> BTreeMap<SubprogramId, Vec<Site>> {
    let mut found: BTreeMap<SubprogramId, Vec<Site>> = BTreeMap::new();
    for (body, block) in sites(flow) {
        if let Terminator::Call { callee, next, .. } = &flow.body(body).block(block).terminator {
            found.entry(*callee).or_default().push((body, *next));
        }
    }
    found
}

/// The blocks that control may enter once it has come to the end of one.
fn behind(
    flow: &FlowProgram,
    returns: &BTreeMap<SubprogramId, Vec<Site>>,
    start: Site,
) -> BTreeSet<Site> {
    let mut found = BTreeSet::new();
    let mut open = vec![start];
    while let Some((body, block)) = open.pop() {
        let terminator = &flow.body(body).block(block).terminator;
        let mut next: Vec<Site> = terminator.targets().map(|block| (body, block)).collect();
        next.extend(terminator.callee().map(|callee| (Some(callee), BlockId(0))));
        if let (Terminator::Return, Some(own)) = (terminator, body) {
            next.extend(returns.get(&own).into_iter().flatten());
        }
        open.extend(next.into_iter().filter(|site| found.insert(*site)));
    }
    found
}
