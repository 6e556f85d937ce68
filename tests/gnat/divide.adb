procedure Divide (A, B : Integer; Quotient : out Integer; Inverse : out Integer) is
begin
   Quotient := A / B;
   Inverse := 1000 /
     (A + 1);
end Divide;
