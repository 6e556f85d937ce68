--  The environment sets a variable; what is assumed of it carries the proof.
procedure Sensor (Alarm : out Boolean) is
   Reading : Integer := 0;
   --% predicate Reading >= 0, Reading <= 100, Reading > 90, Alarm;
begin
   --% nondet Reading;
   --% assume Reading in 0 .. 100;
   Alarm := Reading > 90;
   if not Alarm then
      Reading := Reading + 10;
   end if;
   pragma Assert (Reading <= 100);
end Sensor;
