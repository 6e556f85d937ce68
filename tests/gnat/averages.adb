procedure Averages (A, B, C : Integer; Mean, Scaled : out Integer) is
begin
   Mean := (A + B) / 2;
   Scaled := A * B / (C + 1);
   Scaled := Scaled - Mean + C;
end Averages;
