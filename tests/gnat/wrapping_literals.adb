--  Negative literals of modular types: the operators are those of the type, which wrap.
procedure Wrapping_Literals (N : in Integer; R : out Integer) is
   type Byte is mod 256;
   type Five is mod 5;
   Last  : constant Byte := 255;
   Whole : Byte := -1;
   Part  : Five := -2;
begin
   R := 0;
   pragma Assert (Last = -1);
   pragma Assert (Whole = -1 and Part = 3);
   if Last - 1 = -2 then
      R := R + 1;
   end if;
   if Last in -3 .. -1 then
      R := R + 2;
   end if;
   Whole := (-1) / 2;
   R := R + Integer (Whole);
   Whole := 255 + 2;
   R := R + 1_000 * Integer (Whole);
   Whole := Whole and -2;
   R := R + 10_000 * Integer (Whole);
   Part := Part * (-3);
   if N mod 7 = 3 then
      pragma Assert (Part = -3);
   end if;
   case Part is
      when -4 => R := -R;
      when others => null;
   end case;
end Wrapping_Literals;
