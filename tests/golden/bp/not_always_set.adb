--  sabs: abstract --seed guards
--  A variable that is not always set before it is read: a ghost tells, and is a predicate.
procedure Not_Always_Set (N : Integer; X : out Integer) is
   Z : Integer;
begin
   if N > 0 then
      Z := 1;
   end if;
   X := Z;
end Not_Always_Set;
