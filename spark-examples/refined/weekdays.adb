--  The successor of a day, round the week.
procedure Weekdays (Days : Natural) is
   type Day is (Monday, Tuesday, Wednesday, Thursday, Friday, Saturday, Sunday);
   Today : Day := Monday;
   Moved : Natural := 0;
begin
   while Moved < Days loop
      if Today = Sunday then
         Today := Monday;
      else
         Today := Day'Succ (Today);
      end if;
      Moved := Moved + 1;
   end loop;
   pragma Assert (if Days = 0 then Today = Monday);
end Weekdays;
