procedure Sample (X : in out Integer) is
begin
   X := 1;
   --% assert Y > 0;
end Sample;
