--  The loop ends at 10 exactly: X >= 10 is known by its condition, X <= 10 is not among the predicates.
procedure Exact_End (X : out Integer) is
   --% predicate X < 10;
begin
   X := 0;
   while X < 10 loop
      X := X + 1;
   end loop;
   pragma Assert (X = 10);
end Exact_End;
