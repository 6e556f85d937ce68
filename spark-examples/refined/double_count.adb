--  One counter goes twice as fast.
procedure Double_Count (N : Natural; Twice : out Natural)
with
  Pre  => N <= 1_000_000,
  Post => Twice = 2 * N
is
   Once : Natural := 0;
begin
   Twice := 0;
   while Once < N loop
      Once := Once + 1;
      Twice := Twice + 2;
   end loop;
end Double_Count;
