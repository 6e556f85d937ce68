procedure Sample (X : in out Integer) is
begin
   X := 1;
   --% nondet X + 1;
end Sample;
