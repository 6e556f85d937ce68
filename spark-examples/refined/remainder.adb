--  Division by subtraction: quotient and remainder.
procedure Remainder (A : Natural; B : Positive; Q, R : out Natural)
with
  Pre  => A <= 10_000,
  Post => R < B and then A = Q * B + R
is
begin
   Q := 0;
   R := A;
   while R >= B loop
      R := R - B;
      Q := Q + 1;
   end loop;
end Remainder;
