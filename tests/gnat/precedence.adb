procedure Precedence (A, B, C : Integer; R1, R2, R3, R4 : out Integer; T : out Boolean)
  with Pre => B /= 0 and then C > 0 and then A in -20_000 .. 20_000
is
begin
   R1 := A + B * C;
   R2 := -A mod C;
   R3 := A - B / C - A rem B;
   R4 := abs A * C + (A + B) * (A - B);
   T := not (A = B) and not (B > C or A <= C);
end Precedence;
