procedure Sample (X : in out Integer) is
begin
   X := 1;
   X := --% assert X > 0;
     2;
end Sample;
