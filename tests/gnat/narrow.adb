procedure Narrow (A, B : Integer; Result : out Integer)
is
   type Byte is range -128 .. 127;
   type Percent is range 0 .. 100;
   X : Byte := Byte (A rem 140);
   Y : Byte := Byte (B mod 150 - 10);
   P : Percent;
begin
   X := X + Y;
   Y := X * 2 - Y;
   P := Percent (Y / 2 + 30);
   P := P + 1;
   P := P - 50
     + 50;
   Result := Integer (X) + Integer (P);
end Narrow;
