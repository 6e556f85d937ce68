procedure Greatest_Divisor (A, B : Natural; Result : out Natural)
  with Pre => A > 0 or B > 0,
       Post => Result > 0 and then A mod Result = 0 and then B mod Result = 0
is
   X : Natural := A;
   Y : Natural := B;
   Rest : Natural;
begin
   while Y /= 0 loop
      Rest := X mod Y;
      X := Y;
      Y := Rest;
   end loop;
   Result := X;
end Greatest_Divisor;
