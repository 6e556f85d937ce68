--  The greatest common divisor by subtraction.
procedure Gcd (A, B : Positive; Result : out Positive)
with Post => Result <= A and then Result <= B
is
   X : Positive := A;
   Y : Positive := B;
begin
   while X /= Y loop
      if X > Y then
         X := X - Y;
      else
         Y := Y - X;
      end if;
   end loop;
   Result := X;
end Gcd;
