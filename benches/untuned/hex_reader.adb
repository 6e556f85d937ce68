package body Hex_Reader is

   function Digit (C : Character) return Integer is
     (case C is
        when '0' .. '9' => Character'Pos (C) - Character'Pos ('0'),
        when 'a' .. 'f' => Character'Pos (C) - Character'Pos ('a') + 10,
        when others => -1)
   with Post => Digit'Result in -1 .. 15;

   procedure Read (S : String; Value : out Natural; Valid : out Boolean) is
   begin
      Value := 0;
      Valid := S'Length > 0;
      for I in S'Range loop
         if Digit (S (I)) < 0 then
            Valid := False;
            exit;
         end if;
         Value := Value * 16 + Digit (S (I));
      end loop;
   end Read;

end Hex_Reader;
