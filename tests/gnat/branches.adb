procedure Branches (A, B : Integer; Sign, Case_Number : out Integer) is
begin
   if A < 0 then
      Sign := -1;
   elsif A = 0 then
      Sign := 0;
   else
      Sign := 1;
   end if;
   Case_Number := 0;
   if A > B then
      if B > 0 then
         Case_Number := 1;
      else
         null;
      end if;
   elsif A + B > 50 then
      Case_Number := 2;
   elsif A / (B - 3) = 1 then
      Case_Number := 3;
   end if;
   if Case_Number = 0 then
      Sign := Sign * 2;
   end if;
end Branches;
