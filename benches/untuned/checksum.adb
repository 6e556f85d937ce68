--  A Fletcher-like sum in modular arithmetic.
package body Checksum is

   function Of_Message (Data : Bytes) return Word is
      Low, High : Word := 0;
   begin
      for I in Data'Range loop
         Low := (Low + Word (Data (I))) mod 255;
         High := (High + Low) mod 255;
         pragma Assert (Low < 255);
         pragma Assert (High < 255);
      end loop;
      return High * 256 + Low;
   end Of_Message;

   function Fold (W : Word) return Natural is
   begin
      return Natural (W / 256) + Natural (W mod 256);
   end Fold;

end Checksum;
