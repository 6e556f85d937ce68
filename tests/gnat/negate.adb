procedure Negate (A, B : Integer; Opposite, Other : out Integer) is
begin
   Opposite := -A;
   Other := +A;
   Other := -Other * B;
   Other := -(Other / 2);
end Negate;
