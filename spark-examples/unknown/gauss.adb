--  The sum of the first numbers: true, but the invariant is not linear.
procedure Gauss (N : Natural; Sum : out Natural)
with
  Pre  => N <= 100,
  Post => Sum = N * (N + 1) / 2
is
   --% predicate N <= 100, Sum <= 5_050;
begin
   Sum := 0;
   for I in 1 .. N loop
      Sum := Sum + I;
   end loop;
end Gauss;
