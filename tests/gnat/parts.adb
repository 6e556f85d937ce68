package body Parts is
   --  What is said of a whole is not said of its slices.
   subtype Name is String (1 .. 4) with Dynamic_Predicate => Name (4) /= ' ';
   type Rising is array (1 .. 3) of Integer with Dynamic_Predicate => Rising (1) <= Rising (3);
   type Nines is array (1 .. 3) of Integer with Default_Component_Value => 9;

   procedure Blank (S : out String) is
   begin
      S := (S'Range => ' ');
   end Blank;

   procedure Run_Renamed (X : Integer; C : out Integer) is
      N : Name := "abcd";
      R : String renames N (2 .. 3);
   begin
      N (1 .. 2) := "xy";
      R := "  ";
      if X > 0 then
         Blank (N (1 .. 3));
      end if;
      C := Character'Pos (N (1));
      pragma Assert (N (4) = 'd');
      pragma Assert (C = Character'Pos ('x'));
   end Run_Renamed;

   procedure Run_Parted (X, Y : Integer; S : out Integer) is
      A : Rising := (1, 2, 3);
      B : Nines := (1 => X, others => <>);
   begin
      A (1 .. 2) := (X, Y);
      pragma Assert (A (3) = 3 and B (2) = 9 and B (3) = 9);
      S := B (1);
      pragma Assert (X <= 3);
      A := (X, 0, Y);
      pragma Assert (Y /= 3);
   end Run_Parted;

   procedure Run_Masked (X : Integer; Y : out Integer) is
      type Byte is mod 256;
      Mask : constant := 16#0F#;
      B : constant Byte := Byte'Mod (X);
      C : Byte := not Mask;
   begin
      C := C and B and not 16#10#;
      pragma Assert (C mod 32 = 0);
      pragma Assert (C <= (16#F0# xor (16#10# or 0)));
      Y := Integer (C);
      pragma Assert (Y /= 64);
   end Run_Masked;

   --  One's own equality tells which values belong to a list of them, too.
   procedure Run_Listed (X : Integer; B : out Boolean)
     with Post => (if X /= 0 then B = Boolean'(10 / X > 1)'Old)
   is
   begin
      B := X /= 0 and then 10 / X > 1;
      pragma Assert (B or X not in 1 | 3);
      pragma Assert (B or X /= 7);
   end Run_Listed;
end Parts;
