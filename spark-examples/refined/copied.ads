package Copied is

   subtype Index is Integer range 1 .. 30;
   type Table is array (Index) of Integer;

   procedure Copy (From : Table; Into : in out Table; Count : Index)
   with Post => (for all K in 1 .. Count => Into (K) = From (K));

end Copied;
