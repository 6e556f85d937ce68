procedure Sample (X : Integer)
  with Contract_Cases => (X > 0 => True)
is
begin
   null;
end Sample;
