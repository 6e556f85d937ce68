procedure Absolute (A, B : Integer; Size : out Integer; Distance : out Integer) is
begin
   Size := abs A;
   Distance := abs (A - B);
end Absolute;
