package body Table_Lookup is

   type Points is array (0 .. 5) of Torque;

   Curve : constant Points := (0 => 120, 1 => 260, 2 => 380, 3 => 400, 4 => 310, 5 => 150);
   Step  : constant := 50;

   function Torque_At (S : Speed) return Torque is
      Slot  : constant Integer := S / Step;
      Rest  : constant Integer := S mod Step;
      Left  : Torque;
      Right : Torque;
   begin
      if Slot = Points'Last then
         return Curve (Slot);
      end if;
      Left := Curve (Slot);
      Right := Curve (Slot + 1);
      return Left + (Right - Left) * Rest / Step;
   end Torque_At;

end Table_Lookup;
