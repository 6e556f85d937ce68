--  A PID controller in integers: the integral is held between limits.
package body Controller is

   subtype Sum is Integer range -10_000 .. 10_000;

   Integral : Sum := 0;
   Previous : Integer range -2_000 .. 2_000 := 0;

   function Clamp (Value, Low, High : Integer) return Integer is
     (if Value < Low then Low elsif Value > High then High else Value)
   with
     Pre  => Low <= High,
     Post => Clamp'Result in Low .. High;

   procedure Step (Target, Actual : Reading; Output : out Drive) is
      Error : constant Integer := Target - Actual;
      Raw   : Integer;
   begin
      Integral := Clamp (Integral + Error, -10_000, 10_000);
      Raw := (Error * 12 + Integral * 3 + (Error - Previous) * 5) / 16;
      Previous := Error;
      Output := Clamp (Raw, -500, 500);
   end Step;

end Controller;
