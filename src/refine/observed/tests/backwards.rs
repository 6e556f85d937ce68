//! What is carried back through blocks and calls, and what is shown by it.

use std::collections::BTreeSet;

use super::super::backwards::Carried;
use super::programs::{flow, is_shown_and_confirmed};
use crate::flow::{BlockId, SubprogramId};
use crate::refine::horn::Subject;
use crate::verdict::CheckId;

const GETTER: &str = "
package body Getter is
   subtype Slot is Integer range 1 .. 8;
   type Table is array (Slot) of Integer;
   function Nth (D : Table; F : Slot) return Integer is (D (F));
   procedure Put (D : in out Table; F : Slot; X : Integer)
   with Post => Nth (D, F) = X
   is
   begin
      D (F) := X;
   end Put;
   procedure Swap (D : in out Table; F, G : Slot)
   with Post => Nth (D, F) = Nth (D'Old, G) and Nth (D, G) = Nth (D'Old, F)
   is
      Kept : constant Integer := Nth (D, F);
   begin
      Put (D, F, Nth (D, G));
      Put (D, G, Kept);
   end Swap;
end Getter;
";

const BY_CASES: &str = "
package body Calendar is
   subtype Month is Integer range 1 .. 6;
   subtype Day is Integer range 1 .. 31;
   function Is_Leap (Y : Natural) return Boolean is (Y mod 4 = 0);
   function Days_In (Y : Natural; M : Month) return Day is
   begin
      case M is
         when 2 =>
            if Is_Leap (Y) then
               return 29;
            else
               return 28;
            end if;
         when 4 | 6 =>
            return 30;
         when others =>
            return 31;
      end case;
   end Days_In;
   procedure Next_Day (Y : in out Natural; M : in out Month; D : in out Day)
   with
     Pre => D <= Days_In (Y, M) and Y <= 5_000,
     Post => D <= Days_In (Y, M)
   is
   begin
      if D < Days_In (Y, M) then
         D := D + 1;
      elsif M < 6 then
         D := 1;
         M := M + 1;
      else
         D := 1;
         M := 1;
         Y := Y + 1;
      end if;
   end Next_Day;
end Calendar;
";

fn carried(text: &str, subject: Subject, open: &[u32]) -> Vec<String> {
    let carried = Carried::of(&flow(text));
    let open: BTreeSet<CheckId> = open.iter().copied().map(CheckId).collect();
    let found = carried.to(subject, &open);
    found.map(ToString::to_string).collect()
}

// A call of a function returns what its expression is; what a procedure assigns is left behind.
#[test]
fn what_calls_do_is_said_of_their_entry() {
    let effect = |id| carried(GETTER, Subject::Effect(Some(SubprogramId(id))), &[]);
    assert_eq!(effect(0), ["Nth'Result@exit = D (F)"]);
    assert_eq!(effect(1), ["D@exit = (D@entry with delta F => X)"]);
}

// The postcondition of Put is told where it is checked, behind the call of Nth; before that call, and
// before the assignment, it holds anyway. Where nobody asks for it, it is not told at all.
#[test]
fn checks_are_carried_back_as_long_as_there_is_something_to_say() {
    let put = |block, open: &[u32]| {
        let subject = Subject::States(Some(SubprogramId(1)), BlockId(block));
        let found = carried(GETTER, subject, open);
        let checks = found.iter().filter(|term| term.contains("Nth"));
        checks.count()
    };
    assert_eq!(put(0, &[0]), 0);
    assert_eq!(put(1, &[0]), 1);
    assert_eq!(put(1, &[]), 0);
}

// What is returned where a condition holds need not be known where it does not.
#[test]
fn what_is_not_set_in_the_other_case_does_not_matter() {
    let text = "
package body Calendar is
   subtype Month is Integer range 1 .. 12;
   function Is_Leap (Y : Natural) return Boolean is (Y mod 4 = 0);
   function Days_In (Y : Natural; M : Month) return Natural is
     (if M = 2 then (if Is_Leap (Y) then 29 else 28) else 30);
end Calendar;
";
    let effect = carried(text, Subject::Effect(Some(SubprogramId(1))), &[]);
    assert_eq!(effect.len(), 1, "{effect:?}");
    assert!(effect[0].contains("Y mod 4 = 0"), "{effect:?}");
}

// What is returned on each of several ways is known although, on each, the others leave it as it was.
#[test]
fn what_is_returned_by_cases_is_known() {
    let effect = carried(BY_CASES, Subject::Effect(Some(SubprogramId(1))), &[]);
    assert_eq!(
        effect,
        [
            "Days_In'Result@exit = (if M = 2 then (if Y mod 4 /= 0 then 28 else 29) \
             else (if not (M = 4 or M = 6) then 31 else 30))"
        ]
    );
}

#[test]
fn what_follows_from_what_is_returned_by_cases_is_shown() {
    is_shown_and_confirmed(BY_CASES);
}

// What a loop leaves behind, and what calls itself, is not known.
#[test]
fn loops_and_recursion_leave_nothing_that_is_known() {
    let text = "
package body Rounds is
   function Times (N : Natural) return Natural is
      R : Natural := 0;
   begin
      for I in 1 .. N loop
         R := R + 2;
      end loop;
      return R;
   end Times;
   function Again (N : Natural) return Natural is (if N = 0 then 0 else Again (N - 1));
   function Both (N : Natural) return Natural is (Times (N) + Again (N));
end Rounds;
";
    for id in 0..3 {
        let effect = carried(text, Subject::Effect(Some(SubprogramId(id))), &[]);
        assert!(effect.is_empty(), "{effect:?}");
    }
}

#[test]
fn postconditions_through_functions_of_components_are_shown() {
    is_shown_and_confirmed(GETTER);
}

#[test]
fn calls_one_after_the_other_are_shown_together() {
    is_shown_and_confirmed(
        "
package body Operands is
   Items : array (1 .. 8) of Integer := (others => 0);
   Depth : Integer range 0 .. 8 := 0;
   function Size return Integer is (Depth);
   function Top return Integer is (Items (Depth))
   with Pre => Size > 0;
   procedure Push (X : Integer)
   with Pre => Size < 8, Post => Size = Size'Old + 1 and then Top = X
   is
   begin
      Depth := Depth + 1;
      Items (Depth) := X;
   end Push;
   procedure Pop (X : out Integer)
   with Pre => Size > 0, Post => Size = Size'Old - 1 and then X = Top'Old
   is
   begin
      X := Items (Depth);
      Depth := Depth - 1;
   end Pop;
   procedure Exchange
   with Pre => Size >= 2
   is
      A, B : Integer;
   begin
      Pop (A);
      Pop (B);
      Push (A);
      Push (B);
      pragma Assert (Top = B);
      pragma Assert (Items (Depth - 1) = A);
   end Exchange;
end Operands;
",
    );
}

#[test]
fn counts_from_two_are_shown() {
    is_shown_and_confirmed(
        "
package body Counts is
   type Vector is array (Positive range <>) of Integer;
   function Occurrences (V : Vector; X : Integer) return Natural
   with Pre => V'First = 2 and V'Last >= 1, Post => Occurrences'Result <= V'Last - 1
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
fn sums_of_products_are_shown_to_be_bounded() {
    is_shown_and_confirmed(
        "
package body Dot is
   subtype Small is Integer range -100 .. 100;
   subtype Index is Integer range 1 .. 50;
   type Vector is array (Index) of Small;
   function Product (A, B : Vector) return Integer
   with Post => Product'Result in -500_000 .. 500_000
   is
      S : Integer := 0;
   begin
      for I in Index loop
         S := S + A (I) * B (I);
      end loop;
      return S;
   end Product;
end Dot;
",
    );
}

#[test]
fn sums_from_any_first_number_are_shown_to_be_bounded() {
    is_shown_and_confirmed(
        "
package body Years is
   subtype Year is Integer range 1_900 .. 2_400;
   function Is_Leap (Y : Year) return Boolean is
     ((Y mod 4 = 0 and then Y mod 100 /= 0) or else Y mod 400 = 0);
   function Days_From (Y : Year) return Natural
   with Post => Days_From'Result <= 366 * (Y - 1_900)
   is
      Sum : Natural := 0;
   begin
      for I in 1_900 .. Y - 1 loop
         Sum := Sum + (if Is_Leap (I) then 366 else 365);
      end loop;
      return Sum;
   end Days_From;
end Years;
",
    );
}

#[test]
fn sums_over_matrices_are_shown_to_be_bounded() {
    is_shown_and_confirmed(
        "
package body Grids is
   subtype Value is Integer range -100 .. 100;
   type Grid is array (1 .. 4, 1 .. 5) of Value;
   function Total (G : Grid) return Integer
   with Post => Total'Result in -2_000 .. 2_000
   is
      T : Integer := 0;
   begin
      for I in 1 .. 4 loop
         for J in 1 .. 5 loop
            T := T + G (I, J);
         end loop;
      end loop;
      return T;
   end Total;
end Grids;
",
    );
}

#[test]
fn what_is_taken_away_round_by_round_is_shown_to_be_counted() {
    is_shown_and_confirmed(
        "
package body Times is
   subtype Seconds is Integer range 0 .. 86_399;
   procedure Split (Total : Seconds; H, M, S : out Natural)
   with Post => H <= 23 and M <= 59 and S <= 59 and 3_600 * H + 60 * M + S = Total
   is
   begin
      H := 0;
      M := 0;
      S := Total;
      while S >= 3_600 loop
         S := S - 3_600;
         H := H + 1;
      end loop;
      while S >= 60 loop
         S := S - 60;
         M := M + 1;
      end loop;
   end Split;
end Times;
",
    );
}
