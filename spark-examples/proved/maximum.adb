--  The larger of two numbers: relations between variables as predicates.
procedure Maximum (X, Y : Integer; Z : out Integer)
with Post => Z >= X and then Z >= Y
is
   --% predicate X >= Y, Z >= X, Z >= Y;
begin
   if X >= Y then
      Z := X;
   else
      Z := Y;
   end if;
end Maximum;
