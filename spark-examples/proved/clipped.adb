-- A function of one line, and what its postcondition says at a call.
procedure Clipped (X : Integer; Y : out Integer) is

   function Clip (Value, Limit : Integer) return Integer is
     (if Value > Limit then Limit else Value)
     with Post => Clip'Result <= Limit;

   --% predicate Y <= 100, X <= 100;
begin
   Y := Clip (X, 100);
   pragma Assert (Y <= 100);
end Clipped;
