-- An invariant of a private type: clients hand in what satisfies it, and get back such values.
package body Tank is

   package Levels is
      type Level is private;
      function Empty return Level;
      procedure Fill (L : in out Level);
      procedure Drain (L : in out Level);
   private
      type Level is record
         Litres : Integer := 0;
      end record
        with Type_Invariant => Level.Litres in 0 .. 100;
   end Levels;

   package body Levels is

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

   end Levels;

end Tank;
