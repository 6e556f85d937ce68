package Checksum is

   type Word is mod 2 ** 16;
   type Bytes is array (Positive range <>) of Natural;

   function Of_Message (Data : Bytes) return Word
   with Pre => (for all B of Data => B <= 255);

   function Fold (W : Word) return Natural
   with Post => Fold'Result <= 510;

end Checksum;
