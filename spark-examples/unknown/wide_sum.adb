--  No overflow, since both terms are small; the predicate bounds only one of them.
procedure Wide_Sum (X, Y : Integer; Z : out Integer)
with Pre => X in 0 .. 1_000 and then Y in 0 .. 1_000
is
   --% predicate X <= 1_000;
begin
   if X > 0 then
      Z := X + Y;
   else
      Z := 0;
   end if;
end Wide_Sum;
