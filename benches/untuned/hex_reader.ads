package Hex_Reader is

   --  The value of a hexadecimal number of up to seven digits.
   procedure Read (S : String; Value : out Natural; Valid : out Boolean)
   with Pre => S'First = 1 and S'Last <= 7;

end Hex_Reader;
