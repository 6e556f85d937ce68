procedure Sample (X : in out Integer) is
begin
   X := 1;
   --% assert X >;
end Sample;
