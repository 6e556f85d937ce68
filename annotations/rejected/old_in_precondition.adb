procedure Sample (X : Integer)
  with Pre => X'Old > 0
is
begin
   null;
end Sample;
