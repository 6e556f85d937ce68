--  A power by squaring, in a type that holds it.
procedure Scaled_Power (Base : Integer; Exponent : Natural; Result : out Integer)
with
  Pre  => Base in 0 .. 1 and Exponent <= 30,
  Post => Result in 0 .. 1
is
   Factor : Integer := Base;
   Left   : Natural := Exponent;
begin
   Result := 1;
   while Left > 0 loop
      if Left mod 2 = 1 then
         Result := Result * Factor;
      end if;
      Factor := Factor * Factor;
      Left := Left / 2;
   end loop;
end Scaled_Power;
