procedure Guarded (A, B : Integer; Big, Small, Late : out Boolean) is
begin
   Big := B /= 0 and then A / B > 2;
   Small := B = 0 or else A mod B = 1;
   Late := A > 10 and then
     B > 10 and then
     A * B > 1000;
   Late := Late or else A < 5 or else
     100 / (A - 7) > 0;
end Guarded;
