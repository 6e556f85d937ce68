--  Twelve states: the heater is on in some of them only.
package body Machine_12 is

   type State is
     (Off, Boot, Self_Test, Idle, Heat_1, Heat_2, Hold, Cool_1, Cool_2, Drain, Stuck, Halted);

   Now    : State := Off;
   Heater : Boolean := False;

   procedure Step (What : Event) is
   begin
      case Now is
         when Off =>
            if What = Start then
               Now := Boot;
            end if;
         when Boot =>
            if What = Next then
               Now := Self_Test;
            elsif What = Fail then
               Now := Halted;
            end if;
         when Self_Test =>
            if What = Next then
               Now := Idle;
            elsif What = Fail then
               Now := Halted;
            end if;
         when Idle =>
            if What = Start then
               Now := Heat_1;
               Heater := True;
            end if;
         when Heat_1 =>
            if What = Next then
               Now := Heat_2;
            elsif What = Fail then
               Now := Stuck;
               Heater := False;
            end if;
         when Heat_2 =>
            if What = Next then
               Now := Hold;
               Heater := False;
            end if;
         when Hold =>
            if What = Next then
               Now := Cool_1;
            end if;
         when Cool_1 =>
            pragma Assert (not Heater);
            if What = Next then
               Now := Cool_2;
            end if;
         when Cool_2 =>
            if What = Next then
               Now := Drain;
            end if;
         when Drain =>
            pragma Assert (not Heater);
            Now := Idle;
         when Stuck =>
            if What = Reset then
               pragma Assert (not Heater);
               Now := Halted;
            end if;
         when Halted =>
            pragma Assert (not Heater);
      end case;
   end Step;

   function Is_Safe return Boolean is
   begin
      return not Heater or else Now in Heat_1 | Heat_2;
   end Is_Safe;

end Machine_12;
