package body Sizes is
   type Byte is mod 2 ** 8;
   type Hundred is mod 100;
   type Nibble is range 0 .. 15;
   type Signed is range -1 .. 15;
   type Above is range 0 .. 200;
   type Below is range -9 .. -3;
   subtype Zero is Integer range 0 .. 0;
   subtype Minus is Integer range -1 .. -1;
   subtype Lowest is Integer range -128 .. -128;
   subtype None is Integer range 5 .. 4;
   subtype Few is Integer range 0 .. 15;
   subtype Odd is Integer range 0 .. 9 with Static_Predicate => Odd in 1 | 3;
   type Colour is (Red, Green, Blue);
   subtype Reds is Colour range Red .. Red;
   type Code is (A, B, C);
   for Code use (A => -1, B => 5, C => 300);
   subtype Codes is Code range A .. B;
   type Plain is new Natural;

   function Size_Of (X : Integer) return Integer
   is (case X mod 28 is
          when 0 => Byte'Size,
          when 1 => Hundred'Size,
          when 2 => Nibble'Size,
          when 3 => Signed'Size,
          when 4 => Above'Size,
          when 5 => Below'Size,
          when 6 => Zero'Size,
          when 7 => Minus'Size,
          when 8 => Lowest'Size,
          when 9 => None'Size,
          when 10 => Odd'Size,
          when 11 => Colour'Size,
          when 12 => Reds'Size,
          when 13 => Code'Size,
          when 14 => Codes'Size,
          when 15 => Natural'Size,
          when 16 => Integer'Size,
          when 17 => Boolean'Size,
          when 18 => Character'Size,
          when 19 => Wide_Wide_Character'Size,
          when 20 => Long_Long_Integer'Size,
          when 21 => Few'Value_Size,
          when 22 => Plain'Size,
          when 23 => Nibble'Object_Size,
          when 24 => Natural'Object_Size,
          when 25 => Reds'Object_Size,
          when 26 => Nibble'Base'Size,
          when others => Hundred'Object_Size);

   procedure Compare (X : Integer) is
   begin
      pragma Assert (Size_Of (X) /= 10);
   end Compare;
end Sizes;
