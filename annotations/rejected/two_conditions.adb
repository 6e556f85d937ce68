procedure Sample (X : in out Integer) is
begin
   X := 1;
   --% assert X > 0, X < 3;
end Sample;
