package Bit_Count is

   type Byte is mod 256;

   function Ones (B : Byte) return Natural
   with Post => Ones'Result <= 8;

   function Reversed (B : Byte) return Byte;

   function Low_Nibble (B : Byte) return Byte is (B and 15)
   with Post => Low_Nibble'Result < 16;

end Bit_Count;
