--  The environment may set any value of the subtype, also the one that was forgotten.
procedure Sensor_Range (Level : out Integer) is
   Reading : Integer range 0 .. 10 := 0;
begin
   --% nondet Reading;
   Level := 100 / (10 - Reading);
end Sensor_Range;
