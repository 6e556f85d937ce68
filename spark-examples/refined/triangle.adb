--  The inner loop starts where the outer one stands.
procedure Triangle (N : Natural; Pairs : out Natural)
with
  Pre  => N <= 50,
  Post => Pairs <= 2_500
is
begin
   Pairs := 0;
   for I in 1 .. N loop
      for J in I .. N loop
         Pairs := Pairs + 1;
      end loop;
   end loop;
end Triangle;
