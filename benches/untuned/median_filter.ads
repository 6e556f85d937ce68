package Median_Filter is

   type Signal is array (Positive range <>) of Integer;

   procedure Smooth (S : in out Signal)
   with Pre => S'First = 1 and S'Last in 3 .. 100;

   function Median (A, B, C : Integer) return Integer
   with Post => Median'Result = A or Median'Result = B or Median'Result = C;

end Median_Filter;
