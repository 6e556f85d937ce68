package Filled is

   type Table is array (1 .. 50) of Integer;

   procedure Fill (A : out Table; Value : Integer)
   with Post => (for all I in A'Range => A (I) = Value);

end Filled;
