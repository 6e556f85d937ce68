package body Median_Filter is

   function Median (A, B, C : Integer) return Integer is
     (if A <= B then
        (if B <= C then B elsif A <= C then C else A)
      else
        (if A <= C then A elsif B <= C then C else B));

   procedure Smooth (S : in out Signal) is
      Before : Integer := S (S'First);
      Kept   : Integer;
   begin
      for I in S'First + 1 .. S'Last - 1 loop
         Kept := S (I);
         S (I) := Median (Before, S (I), S (I + 1));
         Before := Kept;
      end loop;
   end Smooth;

end Median_Filter;
