package body Universal is
   type Word is mod 2 ** 32;

   procedure Position (X : Integer; Y : out Integer) is
      W : constant Word := Word'Mod (X);
   begin
      Y := Word'Pos (W);
      Y := Y / 2;
   end Position;

   procedure Reckon (X : Integer; Y : out Integer) is
      W : constant Word := Word'Mod (X);
   begin
      if Word'Pos (W) > 3_000_000_000 then
         Y := 1;
      else
         Y := Integer (Word'Pos (W) * 2 / 3);
      end if;
   end Reckon;

   procedure Raise_Two (N : Natural; Y : out Integer) is
      L : Long_Long_Integer;
   begin
      L := 2 ** (N mod 70);
      Y := Integer (L mod 1_000);
   end Raise_Two;

   procedure Compare (N : Natural; Y : out Integer) is
   begin
      if 2 ** (N mod 60) > 5 then
         Y := Integer (2 ** (N mod 40) / 2 ** 10);
      else
         Y := 0;
      end if;
   end Compare;

   --  Not the first value of a conditional expression alone says what its type is.
   procedure Choose (N : Natural; X : Integer; Y : out Integer) is
   begin
      if (if N > 9 then 2 else X) > 3 ** (N mod 15) then
         Y := 1;
      elsif 2 ** (N mod 30) < (case N is when 3 | 5 => X, when 0 => 1, when others => 7) then
         Y := 2;
      else
         Y := 3;
      end if;
   end Choose;
end Universal;
