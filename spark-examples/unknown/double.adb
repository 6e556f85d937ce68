--  True, but not by these predicates: that Y is twice X takes the predicate Y = 2 * X.
procedure Double (N : Natural; X, Y : out Integer)
with
  Pre  => N <= 1_000,
  Post => Y = 2 * N
is
   --% predicate X = N;
begin
   X := 0;
   Y := 0;
   while X < N loop
      X := X + 1;
      Y := Y + 2;
   end loop;
end Double;
