procedure Sample (X : in out Integer) is
begin
   X := 1;
   --% prove X > 0;
end Sample;
