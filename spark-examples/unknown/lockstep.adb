--  Two counters that move together: true, but X = Y is missing among the predicates.
procedure Lockstep (N : Natural; X, Y : out Natural)
with
  Pre  => N <= 1_000,
  Post => X = Y
is
   --% predicate X < N;
begin
   X := 0;
   Y := 0;
   while X < N loop
      X := X + 1;
      Y := Y + 1;
   end loop;
end Lockstep;
