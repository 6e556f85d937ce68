package Insertion is

   subtype Index is Integer range 1 .. 12;
   type Table is array (Index) of Integer;

   procedure Sort (A : in out Table);

end Insertion;
