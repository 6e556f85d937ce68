procedure Sample (X : in out Integer) is
begin
   X := 1;
   --% predicate X > 0, ;
end Sample;
