procedure Declared_Blocks (A : Integer; Result : out Integer) is
   X : Integer := A;
begin
   declare
      Y : constant Integer := X * 2;
      X : Natural := Y;
   begin
      X := X - 3;
      Result := X + Y;
   end;
   for I in 1 .. 3 loop
      declare
         Z : Integer range 0 .. 100 := I;
      begin
         Z := Z + X;
         X := Z;
      end;
   end loop;
   Result := Result + X;
end Declared_Blocks;
