--  An even number of swaps changes nothing.
procedure Swapped_Pair (A, B : in out Integer; Times : Natural)
with
  Pre  => Times mod 2 = 0,
  Post => A = A'Old and then B = B'Old
is
   Done : Natural := 0;
   Kept : Integer;
begin
   while Done < Times loop
      Kept := A;
      A := B;
      B := Kept;
      Done := Done + 1;
   end loop;
end Swapped_Pair;
