procedure Sample (X : in out Integer) is
begin
   X := 1;
   --% option max_cube;
end Sample;
