//! Whole programs: what is seen of them, what is shown, and that others confirm it.

use std::collections::{BTreeMap, BTreeSet};

use super::super::Observed;
use super::super::hints::Hints;
use super::super::houdini::Patience;
use super::super::runs::Observations;
use crate::certify::{certifiers, certify};
use crate::flow::{BlockId, FlowProgram, SubprogramId, normalise, with_large_blocks};
use crate::logic::{Sort, Variable};
use crate::program::elaborate;
use crate::refine::horn::{Subject, at_exit};
use crate::refine::{deep, replay};
use crate::smt::{ExhaustiveOracle, Oracle, SolverProcess, referees};
use crate::source::{FileId, SourceFile};
use crate::syntax::parse;
use crate::verdict::CheckId;

pub(super) fn flow(text: &str) -> FlowProgram {
    let parsed = parse(FileId(0), &SourceFile::new("p.adb", text));
    assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
    let program = elaborate(&parsed.units).expect("the program is legal");
    with_large_blocks(&normalise(&program), &|_| true)
}

fn z3() -> Option<SolverProcess> {
    let commands = referees();
    let command = commands.iter().find(|command| command.contains("z3"))?;
    Some(SolverProcess::new(command))
}

fn number(name: &str) -> Variable {
    Variable::new(name, Sort::Int)
}

const DOUBLE: &str = "
procedure Double (N : Natural; Y : out Natural)
with Pre => N <= 200
is
   X : Natural := 0;
begin
   Y := 0;
   while X < N loop
      X := X + 1;
      Y := Y + 2;
   end loop;
   pragma Assert (Y = 2 * N);
end Double;
";

const SUBPROGRAM: SubprogramId = SubprogramId(0);

// Whatever is seen is a state of a run: where the loop goes round, Y is twice X and X at most N.
#[test]
fn samples_are_states_of_runs() {
    let flow = flow(DOUBLE);
    let seen = Observations::make(&flow, &ExhaustiveOracle::new(0, 0)).expect("there is time");
    let (x, y, n) = (number("X"), number("Y"), number("N"));
    let blocks = flow.subprogram(SUBPROGRAM).blocks.len();
    let mut rounds = BTreeSet::new();
    let blocks = (1..).map(BlockId).take(blocks - 1);
    for block in blocks {
        for sample in seen.of(Subject::States(Some(SUBPROGRAM), block)) {
            let value = |variable: &Variable| sample[variable].as_int().clone();
            assert_eq!(value(&y), value(&x) * 2, "{block:?}");
            assert!(value(&x) <= value(&n), "{block:?}");
            rounds.insert(value(&x));
        }
    }
    // The first rounds are all there, and some that come late.
    assert!((0..10).all(|round| rounds.contains(&round.into())));
    assert!(rounds.last().is_some_and(|last| *last > 50.into()));
}

// What a call does is seen from its entry to its return.
#[test]
fn effects_go_from_entry_to_return() {
    let flow = flow(DOUBLE);
    let seen = Observations::make(&flow, &ExhaustiveOracle::new(0, 0)).expect("there is time");
    let effects = seen.of(Subject::Effect(Some(SUBPROGRAM)));
    assert!(effects.len() > 20);
    for sample in effects {
        let end = sample[&at_exit(&number("Y"))].as_int().clone();
        assert_eq!(end, sample[&number("N")].as_int() * 2);
    }
}

#[test]
fn hints_are_what_the_text_says() {
    let flow = flow(DOUBLE);
    let hints = Hints::of(&flow, flow.subprogram(SUBPROGRAM));
    let conditions: Vec<String> = hints.conditions.iter().map(ToString::to_string).collect();
    assert!(
        conditions.iter().any(|one| one == "N >= X + 1"),
        "{conditions:?}"
    );
    assert!(hints.constants.contains(&2.into()));
    assert!(hints.assigned.contains(&number("X")));
    assert!(!hints.assigned.contains(&number("N")));
    assert!(hints.factors.contains(&i32::MAX.into()));
    assert!(!hints.has_products);
}

// What is written at the end of a long computation is not said of its beginning, where it would be
// as large as a power of two. What is known of a number that stays is a claim too.
#[test]
fn claims_stay_small() {
    let doubled = "   X := X mod 1_000 + X mod 999;\n".repeat(60);
    let text = format!(
        "procedure Sum (X : in out Natural) is\nbegin\n{doubled}   pragma Assert (X < 2_000);\nend Sum;"
    );
    let flow = flow(&text);
    assert!(
        Hints::of(&flow, flow.subprogram(SUBPROGRAM))
            .claims
            .is_empty()
    );
    let double = self::flow(DOUBLE);
    let hints = Hints::of(&double, double.subprogram(SUBPROGRAM));
    let claims: Vec<String> = hints.claims.iter().map(ToString::to_string).collect();
    assert_eq!(claims, ["Y = 2 * N", "N <= 200"]);
}

/// Everything is shown, and both solvers confirm it by what is handed on.
pub(super) fn is_shown_and_confirmed(text: &str) {
    let Some(mut oracle) = z3() else {
        return;
    };
    let flow = flow(text);
    let mut observed = Observed::new(&flow, 10, &oracle).expect("there is time");
    let all: BTreeSet<CheckId> = (0..).map(CheckId).take(flow.checks.len()).collect();
    let mut shown = BTreeMap::new();
    for check in &all {
        shown.extend(
            observed
                .shown(*check, &all, Patience::Much, &mut oracle)
                .expect("it answers"),
        );
    }
    let shown: BTreeSet<CheckId> = shown.into_keys().collect();
    let missing = all.difference(&shown).map(|check| flow.check(*check));
    let missing: Vec<_> = missing.collect();
    assert!(missing.is_empty(), "{missing:?}");
    let evidence = observed.evidence(&flow);
    let mut certifiers = certifiers(None, None).expect("there is a solver");
    let certificate = certify(&flow, &evidence.proof, &all, &mut certifiers);
    assert_eq!(certificate.certified, all, "{:?}", certificate.dropped);
    assert!(certificate.dropped.is_empty(), "{:?}", certificate.dropped);
}

#[test]
fn a_linear_relation_is_shown() {
    is_shown_and_confirmed(DOUBLE);
}

#[test]
fn counts_are_shown_to_be_no_larger_than_arrays_of_any_bounds() {
    is_shown_and_confirmed(
        "
package body Counts is
   subtype Index is Integer range 1 .. 50;
   type Vector is array (Index range <>) of Integer;
   function Occurrences (V : Vector; X : Integer) return Natural
   with Post => Occurrences'Result <= V'Length
   is
      Count : Natural := 0;
   begin
      for I in V'Range loop
         if V (I) = X then
            Count := Count + 1;
         end if;
      end loop;
      return Count;
   end Occurrences;
end Counts;
",
    );
}

#[test]
fn sums_over_arrays_of_any_bounds_are_shown_to_be_bounded() {
    is_shown_and_confirmed(
        "
package body Sums is
   type Vector is array (Positive range <>) of Integer;
   function Sum (V : Vector) return Natural
   with Pre => V'Length <= 100 and then (for all X of V => X in 0 .. 1_000),
        Post => Sum'Result <= 100_000
   is
      S : Natural := 0;
   begin
      for X of V loop
         S := S + X;
      end loop;
      return S;
   end Sum;
   function Sum_Backwards (V : Vector) return Natural
   with Pre => V'Length <= 100 and then (for all X of V => X in 0 .. 1_000),
        Post => Sum_Backwards'Result <= 100_000
   is
      S : Natural := 0;
   begin
      for I in reverse V'Range loop
         S := S + V (I);
      end loop;
      return S;
   end Sum_Backwards;
end Sums;
",
    );
}

#[test]
fn arrays_of_any_equal_bounds_are_shown_to_be_compared() {
    is_shown_and_confirmed(
        "
package body Comparisons is
   subtype Index is Integer range 1 .. 50;
   type Vector is array (Index range <>) of Integer;
   function Is_Equal (A, B : Vector) return Boolean
   with Pre => A'First = B'First and A'Last = B'Last,
        Post => Is_Equal'Result = (for all I in A'Range => A (I) = B (I))
   is
   begin
      for I in A'Range loop
         if A (I) /= B (I) then
            return False;
         end if;
      end loop;
      return True;
   end Is_Equal;
end Comparisons;
",
    );
}

// What is read of an instance only where all before it were equal is said outright: set.
#[test]
fn what_a_quantified_postcondition_reads_is_shown_to_be_set() {
    is_shown_and_confirmed(
        "
package body Filled is
   type Table is array (1 .. 50) of Integer;
   procedure Fill (A : out Table; Value : Integer)
   with Post => (for all I in A'Range => A (I) = Value)
   is
   begin
      for I in A'Range loop
         A (I) := Value;
      end loop;
   end Fill;
end Filled;
",
    );
}

#[test]
fn an_equivalence_with_some_component_is_shown() {
    is_shown_and_confirmed(
        "
package body Search is
   type Table is array (1 .. 20) of Integer;
   function Contains (T : Table; X : Integer) return Boolean
   with Post => Contains'Result = (for some K in T'Range => T (K) = X)
   is
   begin
      for I in T'Range loop
         if T (I) = X then
            return True;
         end if;
      end loop;
      return False;
   end Contains;
end Search;
",
    );
}

#[test]
fn a_loop_that_divides_is_shown() {
    is_shown_and_confirmed(
        "
procedure Digits_Of (N : Natural; Count : out Positive)
with Post => Count <= 10
is
   Left : Natural := N;
begin
   Count := 1;
   while Left >= 10 loop
      Left := Left / 10;
      Count := Count + 1;
   end loop;
   pragma Assert (Left <= 9);
end Digits_Of;
",
    );
}

#[test]
fn a_relation_modulo_the_size_is_shown() {
    is_shown_and_confirmed(
        "
package body Ring is
   Size : constant := 8;
   subtype Index is Integer range 0 .. Size - 1;
   Head  : Index := 0;
   Tail  : Index := 0;
   Count : Integer range 0 .. Size := 0;
   procedure Put is
   begin
      if Count < Size then
         Head := (Head + 1) mod Size;
         Count := Count + 1;
      end if;
      pragma Assert (if Count = Size then Head = Tail);
   end Put;
   procedure Get is
   begin
      if Count > 0 then
         Tail := (if Tail = Index'Last then 0 else Tail + 1);
         Count := Count - 1;
      end if;
      pragma Assert (if Count = 0 then Head = Tail);
   end Get;
end Ring;
",
    );
}

#[test]
fn what_holds_in_a_phase_is_shown() {
    is_shown_and_confirmed(
        "
package body Retry is
   type Outcome is (Pending, Sent, Failed);
   Status : Outcome := Sent;
   Tries  : Natural := 0;
   Pause  : Natural := 1;
   procedure Start is
   begin
      if Status /= Pending then
         Status := Pending;
         Tries := 1;
         Pause := 1;
      end if;
   end Start;
   procedure Time_Out is
   begin
      if Status = Pending then
         if Tries < 4 then
            Tries := Tries + 1;
            Pause := Pause * 2;
         else
            Status := Failed;
         end if;
      end if;
      pragma Assert (Pause <= 8);
      pragma Assert (if Status = Failed then Tries = 4);
   end Time_Out;
end Retry;
",
    );
}

// Of what fails in some run nothing is shown, whatever the samples look like.
#[test]
fn what_fails_is_not_shown() {
    let Some(mut oracle) = z3() else {
        return;
    };
    let flow = flow(RARE);
    let mut observed = Observed::new(&flow, 10, &oracle).expect("there is time");
    let all: BTreeSet<CheckId> = (0..).map(CheckId).take(flow.checks.len()).collect();
    for check in &all {
        let shown = observed
            .shown(*check, &all, Patience::Much, &mut oracle)
            .expect("it answers");
        assert!(shown.keys().all(|one| *one != failing(&flow)), "{check:?}");
    }
}

/// Fails for one start of a million, after many rounds.
const RARE: &str = "
procedure Rare (Start : Natural)
with Pre => Start in 1_000_000 .. 2_000_000
is
   X : Natural := Start;
begin
   for I in 1 .. 100 loop
      X := X + 1;
      pragma Assert (X /= 1_234_567);
   end loop;
end Rare;
";

/// The assertion.
fn failing(flow: &FlowProgram) -> CheckId {
    let rule = crate::verdict::Rule::Assert;
    let at = flow.checks.iter().position(|check| check.rule == rule);
    CheckId(u32::try_from(at.expect("there is one")).expect("there are few"))
}

// What is found far away fails when it is run.
#[test]
fn a_deep_failure_replays() {
    let Some(mut oracle) = z3() else {
        return;
    };
    let flow = flow(RARE);
    let check = failing(&flow);
    let found = deep(&flow, check, &mut oracle as &mut dyn Oracle).expect("it answers");
    let (failed, script) = found.expect("there is one");
    assert_eq!(failed, check);
    assert_eq!(replay(&flow, &script), Some(check));
}

#[test]
fn no_failure_is_found_where_there_is_none() {
    let Some(mut oracle) = z3() else {
        return;
    };
    let flow = flow(DOUBLE);
    for check in (0..).map(CheckId).take(flow.checks.len()) {
        let found = deep(&flow, check, &mut oracle as &mut dyn Oracle).expect("it answers");
        assert!(found.is_none(), "{check:?}: {found:?}");
    }
}

// That M stays below D rests on what the type says of D where nothing reads it.
#[test]
fn what_types_say_of_what_is_not_read_is_known() {
    is_shown_and_confirmed(
        "
package body Sums is
   subtype Month is Integer range 1 .. 12;
   procedure Before (D : Month; Sum : out Natural)
   with Post => Sum <= 31 * 11
   is
   begin
      Sum := 0;
      for M in Month loop
         exit when M = D;
         Sum := Sum + (if M = 2 then 28 else 31);
      end loop;
   end Before;
end Sums;
",
    );
}
