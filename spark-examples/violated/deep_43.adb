--  Nothing is wrong until the loop has gone round forty-three times.
procedure Deep_43 (Limit : Natural) is
   Count : Natural := 0;
begin
   while Count < Limit and then Count < 100 loop
      pragma Assert (Count /= 43);
      Count := Count + 1;
   end loop;
end Deep_43;
