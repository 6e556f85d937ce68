procedure Sum_Up (First, Last, Factor : Integer; Sum, Count : out Integer)
  with Pre => First >= -1000 and then Last <= 1000
is
begin
   Sum := 0;
   Count := 0;
   for I in First .. Last loop
      Sum := Sum + I * Factor;
      Count := Count + 1;
   end loop;
end Sum_Up;
