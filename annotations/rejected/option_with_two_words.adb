procedure Sample (X : in out Integer) is
begin
   X := 1;
   --% option max cube = 3;
end Sample;
