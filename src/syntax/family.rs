//! Families of SPARK units to measure with: the same text for the same size, always.

use std::fmt::Write as _;

/// A package of `count` procedures, each with its own loop, its own limits and four predicates of
/// its own: no two ask a solver the same.
pub fn procedures(count: usize) -> String {
    let mut text = String::from(
        "package body Scaled is\n   Total : Integer range 0 .. 1_000 := 0;\n   \
         --% predicate Total > 0, Total < 1_000;\n",
    );
    for number in 0..count {
        let most = 500 + number;
        let _ = write!(
            text,
            "
   procedure Work_{number} (Amount : Integer; Done : out Boolean) is
      Left  : Integer := Amount;
      Moved : Integer := 0;
      --% predicate Left > 0, Moved >= 0, Moved < {most}, Done;
   begin
      Done := False;
      while Left > 0 loop
         Left := Left - 1;
         if Moved < {most} then
            Moved := Moved + 1;
         end if;
         if Total < 1_000 then
            Total := Total + 1;
         else
            Total := 0;
         end if;
      end loop;
      if Moved > 0 then
         Done := True;
      end if;
      pragma Assert (Moved >= 0);
   end Work_{number};
"
        );
    }
    text.push_str("end Scaled;\n");
    text
}

/// A loop that counts through `count` thresholds of one variable, with a predicate for each.
pub fn thresholds(count: usize) -> String {
    let mut text = String::from("procedure Thresholds (X : in out Integer) is\n");
    for threshold in 1..=count {
        let _ = writeln!(text, "   --% predicate X < {threshold};");
    }
    let _ = write!(
        text,
        "begin
   X := 0;
   while X < {count} loop
      X := X + 1;
   end loop;
   pragma Assert (X >= {count});
end Thresholds;
"
    );
    text
}
