--  Fires after twenty ticks without a kick, and stays fired.
package body Watchdog_Timer is

   Period : constant := 20;

   Left  : Integer := Period;
   Fired : Boolean := False;

   procedure Kick is
   begin
      if not Fired then
         Left := Period;
      end if;
      pragma Assert (Fired = (Left = 0));
   end Kick;

   procedure Tick is
   begin
      if Left > 0 then
         Left := Left - 1;
         Fired := Left = 0;
      end if;
      pragma Assert (Left in 0 .. Period);
      pragma Assert (Fired = (Left = 0));
   end Tick;

   function Has_Fired return Boolean is (Fired);

end Watchdog_Timer;
