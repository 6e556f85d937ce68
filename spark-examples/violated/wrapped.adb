--  Modular subtraction does not go below zero: it wraps.
procedure Wrapped (X : Integer; Smaller : out Boolean) is
   type Byte is mod 256;
   B : Byte := 0;
begin
   B := B - 1;
   Smaller := X > 0;
   pragma Assert (B < 10);
end Wrapped;
