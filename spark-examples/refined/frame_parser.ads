package Frame_Parser is

   subtype Byte is Integer range 0 .. 255;

   procedure Receive (B : Byte);

   function Frames return Natural;

end Frame_Parser;
