--  A square as a sum of odd numbers: true, but nothing here says what the odd number is.
procedure Squares (N : Natural; S : out Natural)
with
  Pre  => N <= 50,
  Post => S = N * N
is
   --% predicate N <= 50;
   Odd_One : Natural := 1;
begin
   S := 0;
   for I in 1 .. N loop
      S := S + Odd_One;
      Odd_One := Odd_One + 2;
   end loop;
end Squares;
