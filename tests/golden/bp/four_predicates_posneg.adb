--  sabs: abstract --method cartesian --max-cube 1 --control posneg
--  The branch needs two predicates at once: minterms see it, cubes of one literal do not.
procedure Both (X, Y : Integer; Z : out Integer) is
   --% predicate X > 0, Y > 0;
begin
   if X > 0 and Y > 0 then
      Z := 1;
   else
      Z := 0;
   end if;
end Both;
