--  Modular arithmetic wraps: the successor of the last value is the first, and nothing overflows.
procedure Wheel (X : in out Integer) is
   type Byte is mod 256;
   B : Byte := 255;
   --% predicate B = 0, B = 255;
begin
   B := B + 1;
   pragma Assert (B = 0);
   B := B - 1;
   pragma Assert (B = 255);
   X := 0;
end Wheel;
