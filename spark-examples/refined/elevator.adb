--  The doors are closed while the car moves.
package body Elevator is

   Here   : Floor := 0;
   Goal   : Floor := 0;
   Moving : Boolean := False;
   Open   : Boolean := True;

   procedure Request (F : Floor) is
   begin
      if not Moving and then F /= Here then
         Goal := F;
         Open := False;
         Moving := True;
      end if;
   end Request;

   procedure Tick is
   begin
      if Moving then
         pragma Assert (not Open);
         if Here < Goal then
            Here := Here + 1;
         elsif Here > Goal then
            Here := Here - 1;
         end if;
         if Here = Goal then
            Moving := False;
            Open := True;
         end if;
      end if;
   end Tick;

end Elevator;
