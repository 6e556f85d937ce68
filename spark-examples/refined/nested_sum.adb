--  Two loops, one in the other: as many steps as a product.
procedure Nested_Sum (N : Natural; Steps : out Natural)
with
  Pre  => N <= 100,
  Post => Steps = N * N
is
begin
   Steps := 0;
   for I in 1 .. N loop
      for J in 1 .. N loop
         Steps := Steps + 1;
      end loop;
   end loop;
end Nested_Sum;
