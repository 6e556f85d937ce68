procedure Sample (X : in out Integer) is
begin
   X := 1;
   --% predicate (for all I in 1 .. 3 => X > I);
end Sample;
