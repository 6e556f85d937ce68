--  The loop runs once too often.
procedure Off_By_One (X : out Integer) is
begin
   X := 0;
   while X <= 10 loop
      X := X + 1;
   end loop;
   pragma Assert (X = 10);
end Off_By_One;
