--  One counter runs all the way, the other joins it half way.
procedure Two_Phase (X, Y : out Integer) is
begin
   X := 0;
   Y := 50;
   while X < 100 loop
      X := X + 1;
      if X > 50 then
         Y := Y + 1;
      end if;
   end loop;
   pragma Assert (Y = 100);
end Two_Phase;
