procedure Sample (X : in out Integer) is
begin
   X := 1;
   --% label A; label a;
end Sample;
