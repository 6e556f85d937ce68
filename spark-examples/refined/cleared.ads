package Cleared is

   subtype Index is Integer range 1 .. 100;
   type Table is array (Index) of Integer;

   procedure Clear (A : out Table)
   with Post => (for all K in Index => A (K) = 0);

   procedure Fill_Up (A : in out Table; First : Index; Value : Integer)
   with Post => (for all K in First .. Index'Last => A (K) = Value);

end Cleared;
