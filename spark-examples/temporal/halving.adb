--  A call is one step: what is seen of it is what it returns.
package body Halving is

   procedure Halve (X : in out Amount) is
   begin
      if X > 0 then
         X := X - 1;
      end if;
      X := X / 2;
   end Halve;

   procedure Use_Up (Start : Amount) is
      Rest : Amount := Start;
      --% ctl AG (Rest > 1 -> AF (Rest <= 1));
      --% ctl AF (Rest = 0);
      --% ctl Start = 4 -> EF (Rest = 3);
      --% ctl Start = 4 -> EF (Rest = 1);
   begin
      while Rest > 0 loop
         Halve (Rest);
      end loop;
   end Use_Up;

end Halving;
