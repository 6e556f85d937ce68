--  A loop over a range knows the bounds of its parameter.
procedure Last_Of_Loop (N : Natural; Seen : out Integer)
with
  Pre  => N <= 1_000,
  Post => Seen <= 1_000
is
   --% predicate Seen <= 1_000, N <= 1_000;
begin
   Seen := 0;
   for I in 1 .. N loop
      --% predicate I <= N;
      Seen := I;
   end loop;
end Last_Of_Loop;
