procedure Sample (X : Integer) is
begin
   null;
   --% havoc X;
end Sample;
