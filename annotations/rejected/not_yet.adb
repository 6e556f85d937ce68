procedure Sample (X : in out Integer) is
begin
   X := 1;
   --% invariant X > 0;
end Sample;
