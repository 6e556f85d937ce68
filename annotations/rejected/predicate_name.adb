procedure Sample (X : in out Integer) is
begin
   X := 1;
   --% predicate a b : X > 0;
end Sample;
