//! Contracts and the like that the source promises: what cannot be judged is listed, and decides
//! nothing.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod front;
mod support;
mod verdicts;

use sabs::pipeline::{Options, read};
use sabs::report::Report;
use sabs::smt::{SolverProcess, SolverSettings, find_solver};
use sabs::verdict::{Rule, Verdict};

/// What is said of a package; `None` where there is no solver.
fn judged(specification: &str, body: &str) -> Option<Report> {
    let specification = format!("package P is {specification} end P;");
    let body = format!("package body P is {body} end P;");
    let sources = front::Front::read(&[("p.ads", &specification), ("p.adb", &body)]).sources;
    let unit = read(&sources).unwrap();
    let solver = find_solver(Some(&support::solver("z3")?)).unwrap();
    let mut oracle = SolverProcess::with(solver, SolverSettings::default());
    let options = Options::default();
    Some(verdicts::report(&unit, &sources, options, &mut oracle))
}

/// What types and what they are derived from promise and is not judged is listed, and tells that not
/// all was.
#[test]
fn what_is_not_judged_is_listed() {
    let programs = [
        (
            "type T is private with Default_Initial_Condition => Good (T);
             function Good (X : T) return Boolean;
             private
             type T is record A : Integer := 1; end record;
             function Good (X : T) return Boolean is (X.A = 2);",
            "",
            "default initial condition",
        ),
        (
            "type T is interface;
             function A (X : T) return Integer is abstract;
             procedure Set (X : in out T) is abstract with Post'Class => A (X) = 1;
             type R is tagged record B : Integer := 1; end record;
             type D is new R and T with null record;
             overriding function A (X : D) return Integer is (X.B);
             overriding procedure Set (X : in out D);",
            "overriding procedure Set (X : in out D) is begin X.B := 2; end Set;",
            "class-wide contract of an interface",
        ),
    ];
    for (specification, body, gap) in programs {
        let Some(report) = judged(specification, body) else {
            return;
        };
        let mut gaps = report.gaps.iter();
        assert!(gaps.any(|found| found.construct == gap), "{gap}");
        assert!(report.has_unjudged_promises(), "{gap}");
    }
}

/// Contracts in pragmas are listed, and no client is believed that breaks them: neither where they
/// stand behind a declaration, nor where they stand in a body.
#[test]
fn contracts_in_pragmas_decide_nothing() {
    let outside = (
        "procedure Set (X : Integer; Y : out Integer);
         pragma Precondition (X < 10);
         pragma Postcondition (Y < 11);",
        "procedure Set (X : Integer; Y : out Integer) is
         begin
            Y := X + 1;
            pragma Assert (if X < 5 then Y < 6);
         end Set;",
    );
    let inside = (
        "procedure Set (X : Integer; Y : out Integer);",
        "procedure Set (X : Integer; Y : out Integer) is
            pragma Precondition (X < 10);
         begin
            Y := X + 1;
            pragma Assert (if X < 5 then Y < 6);
         end Set;",
    );
    for (specification, body) in [outside, inside] {
        let Some(report) = judged(specification, body) else {
            return;
        };
        assert!(report.has_unjudged_promises());
        let of = |rule| {
            let mut checks = report.checks.iter();
            checks.find(|(check, _)| check.rule == rule).unwrap().1
        };
        assert!(matches!(of(Rule::Overflow), Verdict::Unknown(_)));
        assert!(matches!(of(Rule::Assert), Verdict::Proved(_)));
    }
}

/// Class-wide contracts bind what overrides a subprogram: its body may rely on the precondition and
/// must keep the postcondition, whatever the parameters are called.
#[test]
fn class_wide_contracts_bind_heirs() {
    let parent = "type T is tagged record A : Integer := 1; end record;
         procedure Set (X : in out T; Y : Integer)
           with Pre'Class => Y > 0, Post'Class => X.A = Y;
         type D is new T with record B : Integer := 0; end record;
         overriding procedure Set (Object : in out D; Value : Integer);";
    let own = "procedure Set (X : in out T; Y : Integer) is begin X.A := Y; end Set;";
    let bodies = [
        (
            "Object.A := Value; Object.B := 10 / Value;",
            Verdict::Violated,
            0,
        ),
        (
            "Object.A := 2; Object.B := 10 / Value;",
            Verdict::Violated,
            1,
        ),
    ];
    for (body, broken, count) in bodies {
        let body = format!(
            "{own} procedure Set (Object : in out D; Value : Integer) is begin {body} end Set;"
        );
        let Some(report) = judged(parent, &body) else {
            return;
        };
        let of = |rule: Rule| {
            report
                .checks
                .iter()
                .filter(move |(check, _)| check.rule == rule)
        };
        let is_proved = |verdict: &Verdict| matches!(verdict, Verdict::Proved(_));
        assert!(
            of(Rule::Division).all(|(_, verdict)| is_proved(verdict)),
            "{body}"
        );
        let violated = of(Rule::Postcondition).filter(|(_, verdict)| *verdict == broken);
        assert_eq!(violated.count(), count, "{body}");
        assert!(
            !report.has_unjudged_promises() && report.unread_bodies() == 0,
            "{body}"
        );
    }
}

/// A class-wide precondition that is given again is not modelled: the body is not read.
#[test]
fn alternative_preconditions_decide_nothing() {
    let specification = "type T is tagged record A : Integer := 1; end record;
         procedure Set (X : in out T; Y : Integer) with Pre'Class => Y > 0;
         type D is new T with null record;
         overriding procedure Set (X : in out D; Y : Integer) with Pre'Class => Y < 0;";
    let body = "procedure Set (X : in out T; Y : Integer) is begin X.A := Y; end Set;
         procedure Set (X : in out D; Y : Integer) is begin X.A := 10 / Y; end Set;";
    let Some(report) = judged(specification, body) else {
        return;
    };
    assert_eq!(report.unread_bodies(), 1);
    let mut divisions = report
        .checks
        .iter()
        .filter(|(check, _)| check.rule == Rule::Division);
    assert!(divisions.next().is_none());
}

/// GNAT 12 evaluates the prefix of `'Old` always where the source allows any condition, Ada 2022 only
/// where a condition that is known on entry holds: neither is taken for true.
#[test]
fn what_versions_evaluate_differently_decides_nothing() {
    let specification = "pragma Unevaluated_Use_Of_Old (Allow);
         type List is array (1 .. 3) of Integer;
         procedure Keep (A : in out List; I : Integer)
           with Post => (if I in 1 .. 3 then A (I)'Old = A (I));";
    let body = "procedure Keep (A : in out List; I : Integer) is begin null; end Keep;";
    let Some(report) = judged(specification, body) else {
        return;
    };
    let verdict = |rule: Rule| {
        let mut own = report.checks.iter().filter(|(check, _)| check.rule == rule);
        own.next().map(|(_, verdict)| *verdict)
    };
    assert!(
        matches!(verdict(Rule::Index), Some(Verdict::Unknown(_))),
        "{:?}",
        report.checks
    );
    assert!(
        matches!(verdict(Rule::Postcondition), Some(Verdict::Proved(_))),
        "{:?}",
        report.checks
    );
}

/// What passes on to a protected operation does what nobody knows.
#[test]
fn protected_operations_under_other_names_decide_nothing() {
    let shared = "protected Shared is procedure Set (N : Integer);
         private V : Integer := 0; end Shared;
         protected body Shared is
            procedure Set (N : Integer) is begin V := N; Y := N; end Set;
         end Shared;";
    let uses = [
        "procedure Renamed (N : Integer) renames Shared.Set;
         procedure Go (X : in out Integer) is
         begin Y := 0; Renamed (1); pragma Assert (Y = 0); X := 1; end Go;",
        "generic with procedure Set (N : Integer); procedure Passed;
         procedure Passed is begin Set (1); end Passed;
         procedure Pass is new Passed (Shared.Set);
         procedure Go (X : in out Integer) is
         begin Y := 0; Pass; pragma Assert (Y = 0); X := 1; end Go;",
    ];
    for body in uses {
        let body = format!("Y : Integer := 0; {shared} {body}");
        let Some(report) = judged("procedure Go (X : in out Integer);", &body) else {
            return;
        };
        let mut asserted = report
            .checks
            .iter()
            .filter(|(check, _)| check.rule == Rule::Assert);
        assert!(
            asserted.all(|(_, verdict)| matches!(verdict, Verdict::Unknown(_))),
            "{body}: {:?}",
            report.checks
        );
    }
}

/// Protected objects can be passed: that is legal, and nothing is known of what it does.
#[test]
fn protected_objects_are_no_mistakes() {
    let specification = "procedure Go (X : in out Integer);";
    let body = "Y : Integer := 0;
         protected type Kind is procedure Set (N : Integer);
         private V : Integer := 0; end Kind;
         protected body Kind is
            procedure Set (N : Integer) is begin V := N; Y := N; end Set;
         end Kind;
         type Kinds is array (1 .. 2) of Kind;
         One : Kind; Many : Kinds;
         procedure Take (K : in out Kind) is begin K.Set (1); end Take;
         procedure Go (X : in out Integer) is
         begin
            Y := 0; Take (One); Many (1).Set (2); pragma Assert (Y = 0); X := 1;
         end Go;";
    let Some(report) = judged(specification, body) else {
        return;
    };
    assert!(report.unread_bodies() > 0);
    let mut asserted = report
        .checks
        .iter()
        .filter(|(check, _)| check.rule == Rule::Assert);
    assert!(
        asserted.all(|(_, verdict)| matches!(verdict, Verdict::Unknown(_))),
        "{:?}",
        report.checks
    );
}
