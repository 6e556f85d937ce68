--  The comparison is the wrong way round.
procedure Wrong_Maximum (X, Y : Integer; Z : out Integer)
with Post => Z >= X and then Z >= Y
is
begin
   if X <= Y then
      Z := X;
   else
      Z := Y;
   end if;
end Wrong_Maximum;
