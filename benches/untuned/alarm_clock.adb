package body Alarm_Clock is

   type Time is record
      H : Hour := 0;
      M : Minute := 0;
   end record;

   Now   : Time;
   Alarm : Time;

   function Minutes (T : Time) return Natural is (T.H * 60 + T.M);

   procedure Tick is
   begin
      if Now.M = Minute'Last then
         Now.M := 0;
         Now.H := (Now.H + 1) mod 24;
      else
         Now.M := Now.M + 1;
      end if;
   end Tick;

   procedure Set (H : Hour; M : Minute) is
   begin
      Alarm := (H => H, M => M);
   end Set;

   function Minutes_Left return Natural is
     ((Minutes (Alarm) - Minutes (Now)) mod 1_440);

end Alarm_Clock;
