--  sabs: verify --no-refine
--  What is known before a variable is forgotten is not known after it, whatever a check says.
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
