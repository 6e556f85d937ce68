package Crc_Bits is

   type Byte is mod 2 ** 8;
   type Message is array (1 .. 8) of Byte;

   function Crc (M : Message) return Byte;

   function Parity (B : Byte) return Boolean;

end Crc_Bits;
