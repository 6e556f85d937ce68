-- What clients hand in satisfies the invariant of its type and the predicate of its subtype.
package body Guarantees is

   package Gauges is
      type Gauge is private;
      function Fresh return Gauge;
      procedure Raise_By (G : in out Gauge; N : Natural);
   private
      type Gauge is record
         Value : Integer := 0;
      end record
        with Type_Invariant => Gauge.Value >= 0;
   end Gauges;

   package body Gauges is
      function Fresh return Gauge is ((Value => 0));

      procedure Raise_By (G : in out Gauge; N : Natural) is
      begin
         G.Value := G.Value + N;
      end Raise_By;
   end Gauges;

   subtype Even is Integer with Dynamic_Predicate => Even mod 2 = 0;

   procedure Halve (E : in out Even) is
   begin
      E := 2 * (E / 4);
   end Halve;

end Guarantees;
