procedure Sample (X : in out Integer) is
begin
   X := 1;
   --% assert even (X > 0);
end Sample;
