--  sabs: abstract
--  Neither a forgotten variable nor a label lets a check pass: Here is reached, the check after it
--  fails.
procedure Checks_Stay (X : in out Integer) is
   --% predicate X > 0;
begin
   X := 1;
   pragma Assert (X > 0);
   --% havoc X;
   pragma Assert (X > 0);
   X := 0;
   --% label Here;
   pragma Assert (X > 0);
end Checks_Stay;
