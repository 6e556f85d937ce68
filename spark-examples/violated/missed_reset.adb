--  The counter of a session is not reset when the session is closed.
package body Missed_Reset is

   Is_Open : Boolean := False;
   Packets : Natural := 0;

   procedure Handle (What : Event) is
   begin
      case What is
         when Open =>
            pragma Assert (if not Is_Open then Packets = 0);
            Is_Open := True;
         when Data =>
            if Is_Open and then Packets < 10 then
               Packets := Packets + 1;
            end if;
         when Close =>
            Is_Open := False;
      end case;
   end Handle;

end Missed_Reset;
