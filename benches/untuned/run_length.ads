package Run_Length is

   subtype Byte is Integer range 0 .. 255;
   type Text is array (1 .. 32) of Byte;
   type Code is array (1 .. 64) of Byte;

   procedure Encode (Source : Text; Target : out Code; Last : out Natural)
   with Post => Last <= 64;

end Run_Length;
