--  A bounded control loop: the temperature never leaves its band, and the heater can always be on.
procedure Thermostat is
   subtype Degrees is Integer range 0 .. 6;
   Temperature : Degrees := 3;
   Heats       : Boolean := False;
   --% ctl AG (Temperature in 1 .. 5);
   --% ctl AG (EF Heats);
   --% ctl AG (Temperature = 5 -> AF (Temperature < 5));
   --% ctl AF Heats;
begin
   loop
      if Temperature <= 2 then
         Heats := True;
      elsif Temperature >= 5 then
         Heats := False;
      end if;
      if Heats then
         Temperature := Temperature + 1;
      else
         Temperature := Temperature - 1;
      end if;
   end loop;
end Thermostat;
