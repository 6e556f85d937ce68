package Watchdog_Timer is

   procedure Kick;
   procedure Tick;
   function Has_Fired return Boolean;

end Watchdog_Timer;
