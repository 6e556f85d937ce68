procedure Empty_Loops (N : Integer; Count : out Natural) is
   subtype Index is Integer range 1 .. 20;
begin
   Count := 0;
   for I in 5 .. 1 loop
      Count := Count + 1000;
   end loop;
   for I in Integer'Last .. Integer'First loop
      Count := Count + 1000;
   end loop;
   for I in Index range 1 .. N loop
      Count := Count + 1;
   end loop;
   for I in reverse 3 .. 2 loop
      Count := Count + 1000;
   end loop;
   for I in Index loop
      Count := Count + I;
   end loop;
   pragma Assert (Count /= 217);
end Empty_Loops;
