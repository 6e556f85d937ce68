--  A tank with a pump that is switched on at eighty and off at twenty.
package body Level_Control is

   Water  : Level := 50;
   Pump   : Boolean := False;
   Cycles : Natural := 0;

   procedure Cycle (Inflow : Integer) is
   begin
      if Water >= 80 then
         Pump := True;
      elsif Water <= 20 then
         Pump := False;
      end if;
      if Pump then
         Water := Water + Inflow - 6;
      else
         Water := Water + Inflow;
      end if;
      if Cycles < 1_000 then
         Cycles := Cycles + 1;
      end if;
      pragma Assert (Water in 15 .. 83);
   end Cycle;

   function Height return Level is (Water);

end Level_Control;
