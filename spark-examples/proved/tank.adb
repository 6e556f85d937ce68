-- An invariant of a private type: clients hand in what satisfies it, and get back such values.
package body Tank is

   function Empty return Level is ((Litres => 0));

   procedure Fill (L : in out Level) is
      --% predicate L.Litres >= 0, L.Litres <= 100, L.Litres <= 90;
   begin
      if L.Litres <= 90 then
         L.Litres := L.Litres + 10;
      end if;
   end Fill;

   procedure Drain (L : in out Level) is
      --% predicate L.Litres >= 0, L.Litres <= 100;
   begin
      L.Litres := L.Litres / 2;
   end Drain;

end Tank;
