--  The magnitude of a number; the precondition leaves out the one number that has none.
procedure Absolute (X : Integer; Y : out Integer)
with
  Pre  => X > Integer'First,
  Post => Y >= 0
is
   --% predicate X > Integer'First, X < 0, Y >= 0;
begin
   if X < 0 then
      Y := -X;
   else
      Y := X;
   end if;
end Absolute;
