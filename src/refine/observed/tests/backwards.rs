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
