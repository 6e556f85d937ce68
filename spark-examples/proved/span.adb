-- A record whose components keep their order, over any sequence of calls.
package body Span is

   type Interval is record
      Low, High : Integer := 0;
   end record;

   Current : Interval;

   --% predicate Current.Low <= Current.High;

   function Length return Natural is (Current.High - Current.Low)
     with Pre => Current.Low >= 0 and Current.Low <= Current.High;

   procedure Set (Low, High : Natural) is
      --% predicate Low <= High;
   begin
      if Low <= High then
         Current := (Low, High);
      else
         Current := (Low => High, High => Low);
      end if;
      pragma Assert (Current.Low <= Current.High);
   end Set;

   procedure Clear is
   begin
      Current.High := Current.Low;
      pragma Assert (Current.Low <= Current.High);
   end Clear;

end Span;
