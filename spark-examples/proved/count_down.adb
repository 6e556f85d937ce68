--  Counts down from N in steps of two: the loop ends at 0 or -1 and never leaves Integer.
procedure Count_Down (N : Natural; Rest : out Integer)
with Post => Rest in -1 .. 0
is
   --% predicate Rest > 0, Rest >= -1;
begin
   Rest := N;
   while Rest > 0 loop
      Rest := Rest - 2;
   end loop;
end Count_Down;
