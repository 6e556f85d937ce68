procedure Powers (Base, Exponent : Integer; Result : out Integer)
  with Pre => Exponent in 0 .. 35
is
   procedure Square (X : in out Integer) is
   begin
      X := X * X;
   end Square;
   Left : Integer := Exponent;
   Factor : Integer := Base;
begin
   Result := 1;
   while Left > 0 loop
      if Left mod 2 = 1 then
         Result := Result * Factor;
      end if;
      Left := Left / 2;
      if Left > 0 then
         Square (Factor);
      end if;
   end loop;
end Powers;
