package body Powers is
   procedure Square (X : in out Integer) is
   begin
      X := X * X;
   end Square;

   procedure Raise_To (Base, Exponent : Integer; Result : out Integer)
     with Pre => Exponent in 0 .. 35
   is
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
   end Raise_To;
end Powers;
