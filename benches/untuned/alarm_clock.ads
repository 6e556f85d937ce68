package Alarm_Clock is

   subtype Hour is Integer range 0 .. 23;
   subtype Minute is Integer range 0 .. 59;

   procedure Tick;

   procedure Set (H : Hour; M : Minute);

   function Minutes_Left return Natural
   with Post => Minutes_Left'Result < 1_440;

end Alarm_Clock;
