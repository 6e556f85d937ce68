--  The integer square root by trying.
procedure Square_Root (N : Natural; Root : out Natural)
with
  Pre  => N <= 1_000_000,
  Post => Root * Root <= N
is
begin
   Root := 0;
   while (Root + 1) * (Root + 1) <= N loop
      Root := Root + 1;
   end loop;
end Square_Root;
