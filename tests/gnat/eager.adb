procedure Eager (A, B : Integer; Big : out Boolean) is
begin
   Big := A > 3 or
     A + 1 > 0;
   Big := Big and (B /= 0
     and 12 / B > 2);
end Eager;
