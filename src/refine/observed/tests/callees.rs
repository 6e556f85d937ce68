//! Who calls whom, and who calls each other.

use std::collections::BTreeSet;

use super::super::callees::Callees;
use super::programs::flow;
use crate::flow::SubprogramId;

#[test]
fn those_who_call_each_other_are_a_circle() {
    let flow = flow(
        "
package body Calls is
   function Odd (N : Natural) return Boolean;
   function Even (N : Natural) return Boolean is (if N = 0 then True else Odd (N - 1));
   function Odd (N : Natural) return Boolean is (if N = 0 then False else Even (N - 1));
   function Last (N : Natural) return Natural is (if N < 10 then N else Last (N - 10));
   procedure Both (N : in out Natural) is
   begin
      if Odd (N) then
         N := Last (N);
      end if;
   end Both;
end Calls;
",
    );
    let callees = Callees::of(&flow);
    let of = |name: &str| {
        let mut all = (0..).map(SubprogramId).take(flow.subprograms.len());
        all.find(|id| flow.subprogram(*id).name == format!("Calls.{name}"))
    };
    let named = |names: &[&str]| names.iter().map(|name| of(name)).collect::<BTreeSet<_>>();
    assert_eq!(callees.circle(of("Even")), named(&["Even", "Odd"]));
    assert_eq!(callees.circle(of("Odd")), named(&["Even", "Odd"]));
    assert_eq!(callees.circle(of("Last")), named(&["Last"]));
    assert_eq!(callees.circle(of("Both")), named(&[]));
    assert_eq!(callees.of_body(of("Both")), named(&["Odd", "Last"]));
    // The client calls all that is visible, and nobody calls it.
    assert_eq!(callees.circle(None), named(&[]));
    assert!(callees.of_body(None).contains(&of("Both")));
}
