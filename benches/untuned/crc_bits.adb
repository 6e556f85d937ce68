package body Crc_Bits is

   function Crc (M : Message) return Byte is
      Rest : Byte := 16#FF#;
   begin
      for I in M'Range loop
         Rest := Rest xor M (I);
         for Bit in 1 .. 8 loop
            if (Rest and 16#80#) /= 0 then
               Rest := (Rest * 2) xor 16#1D#;
            else
               Rest := Rest * 2;
            end if;
         end loop;
      end loop;
      return Rest;
   end Crc;

   function Parity (B : Byte) return Boolean is
      Odd  : Boolean := False;
      Left : Byte := B;
      Done : Natural := 0;
   begin
      while Left /= 0 loop
         if (Left and 1) = 1 then
            Odd := not Odd;
         end if;
         Left := Left / 2;
         Done := Done + 1;
      end loop;
      pragma Assert (Done <= 8);
      return Odd;
   end Parity;

end Crc_Bits;
