package Registers is

   subtype Number is Integer range 0 .. 15;

   type File is array (Number) of Integer;

   function Value (R : File; N : Number) return Integer
   is (R (N));

   procedure Set (R : in out File; N : Number; X : Integer)
   with Post => Value (R, N) = X;

   procedure Swap (R : in out File; M, N : Number)
   with Post => Value (R, M) = Value (R'Old, N) and Value (R, N) = Value (R'Old, M);

end Registers;
