procedure Sample (X : Integer)
  with Pre => X > 0, Pre => X > 1
is
begin
   null;
end Sample;
