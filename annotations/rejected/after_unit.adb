procedure Sample (X : in out Integer) is
begin
   X := 1;
   null;
end Sample;
--% assert True;
