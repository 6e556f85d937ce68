package body Bit_Count is

   function Ones (B : Byte) return Natural is
      Left : Byte := B;
      N    : Natural := 0;
   begin
      for I in 1 .. 8 loop
         if (Left and 1) = 1 then
            N := N + 1;
         end if;
         Left := Left / 2;
      end loop;
      pragma Assert (Left = 0);
      return N;
   end Ones;

   function Reversed (B : Byte) return Byte is
      Left   : Byte := B;
      Result : Byte := 0;
   begin
      for I in 1 .. 8 loop
         Result := Result * 2 + (Left and 1);
         Left := Left / 2;
      end loop;
      return Result;
   end Reversed;

end Bit_Count;
