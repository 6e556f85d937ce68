procedure Modulo_Signs (A : Integer; M1, M2, R1, R2, Q1, Q2 : out Integer) is
begin
   M1 := A mod 7;
   M2 := A mod (-7);
   R1 := A rem 7;
   R2 := A rem (-7);
   Q1 := A / 7;
   Q2 := A / (-7);
end Modulo_Signs;
