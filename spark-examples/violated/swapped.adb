-- A function that promises the smaller of two components and returns the first.
procedure Swapped (Left, Right : Integer; Least : out Integer) is
   type Pair is record
      First, Second : Integer;
   end record;

   function Smaller (P : Pair) return Integer is (P.First)
     with Post => Smaller'Result <= P.First and Smaller'Result <= P.Second;
begin
   Least := Smaller ((First => Left, Second => Right));
end Swapped;
