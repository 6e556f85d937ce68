procedure Remainders (A, B : Integer; M, R : out Integer) is
begin
   M := A mod B;
   R := A rem B;
   pragma Assert (A = (A / B) * B + R);
   pragma Assert (M = R or M = R + B);
end Remainders;
