package Bisection is

   subtype Index is Integer range 1 .. 100;
   type Table is array (Index) of Integer;

   procedure Find (A : Table; Wanted : Integer; Found : out Boolean; Where : out Index)
   with Post => (if Found then A (Where) = Wanted);

end Bisection;
