package Unsorted is

   subtype Index is Integer range 1 .. 4;
   type Table is array (Index) of Integer;

   procedure Bubble (A : in out Table)
   with Post => (for all K in 1 .. 3 => A (K) <= A (K + 1));

end Unsorted;
