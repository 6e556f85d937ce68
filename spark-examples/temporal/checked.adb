--  A failed check ends the run for ever, and an assumption that fails ends it as if it had not been.
package body Checked is

   procedure Turn_Round (X : Small) is
      Y : Small := 0;
      --% ctl AF (pc = Done);
      --% ctl X /= 3 -> AF (pc = Done);
      --% ctl AG (X /= 2);
      --% ctl EF (Y = 3);
   begin
      pragma Assert (X /= 3);
      Y := X;
      --% assume X /= 2;
      --% label Done;
      Y := 3 - Y;
   end Turn_Round;

end Checked;
