procedure Fixed_Bounds (N : Integer; Count : out Integer; Left : out Integer)
  with Pre => N <= 30
is
   Limit : Integer := N;
begin
   Count := 0;
   for I in 1 .. Limit loop
      Limit := Limit - 2;
      Count := Count + 1;
      for J in I .. Limit loop
         Limit := 0;
         Count := Count + 100;
      end loop;
   end loop;
   Left := Limit;
end Fixed_Bounds;
