package body Packages is

   package Counter is
      procedure Reset;
      procedure Bump (By : Integer);
      function Value return Integer;
      Limit : constant Integer := 50;
      type Ticket is private;
      function Draw return Ticket;
      function Number (T : Ticket) return Integer;
   private
      type Ticket is new Integer range 0 .. 60;
   end Counter;

   package body Counter is
      State : Integer := 3;
      procedure Reset is
      begin
         State := 3;
      end Reset;
      procedure Bump (By : Integer) is
      begin
         State := State + By;
      end Bump;
      function Value return Integer is (State);
      function Draw return Ticket is (Ticket (State));
      function Number (T : Ticket) return Integer is (Integer (T));
   end Counter;

   generic
      type Element is private;
      type Index is (<>);
      with function Better (A, B : Element) return Boolean;
      First_Choice : Element;
   package Choices is
      type Elements is array (Index) of Element;
      function Best (E : Elements) return Element;
      Calls : Natural := 0;
   end Choices;

   package body Choices is
      function Best (E : Elements) return Element is
         Result : Element := First_Choice;
      begin
         Calls := Calls + 1;
         for I in Index loop
            if Better (E (I), Result) then
               Result := E (I);
            end if;
         end loop;
         return Result;
      end Best;
   end Choices;

   generic
      type Number is range <>;
   function Clip (X : Number; Low, High : Number) return Number;

   function Clip (X : Number; Low, High : Number) return Number is
   begin
      return Number'Max (Low, Number'Min (X, High));
   end Clip;

   function Larger (A, B : Integer) return Boolean is (A > B);
   type Side is (Left, Middle, Right);
   package Sides is new Choices (Integer, Side, Larger, First_Choice => -5);
   function Clip_Integer is new Clip (Integer);
   use Counter;

   procedure Run_Bump (X : Integer; R : out Integer) is
   begin
      Reset;
      Bump (X);
      R := Packages.Counter.Value + Limit;
   end Run_Bump;

   function Run_Draw (X : Integer) return Integer is
      function Start return Ticket is
      begin
         Reset;
         Bump (X mod 100);
         return Draw;
      end Start;
      T : constant Ticket := Start;
   begin
      return Number (T) + (if T = Draw then 1000 else 0);
   end Run_Draw;

   function Run_Best (A, B, C : Integer) return Integer is
   begin
      return Sides.Best ((A, B, C)) + Clip_Integer (A, 0, 10) + Sides.Calls * 0;
   end Run_Best;

end Packages;
