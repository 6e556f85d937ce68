procedure Contract (A : Integer; B : in out Integer; C : out Integer)
  with Pre => A * 2 < 5000
         and then B > -20
         and then 100 / (B - 4) < 60,
       Post => B >= A
         and then C - B < 300
         and then B + 2147483000 > 0
is
begin
   C := B - A;
   if A > 0 then
      B := A + B;
   elsif A < -2000 then
      B := A - 1;
   end if;
end Contract;
