procedure Reserved_Names (X : in out Integer) is
   --% predicate in_call : X > 0;
begin
   --% label C1;
   X := 1;
   --% label Exit_12;
   X := 2;
end Reserved_Names;
