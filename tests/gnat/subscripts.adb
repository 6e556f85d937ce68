package body Subscripts is

   subtype From_0_To_2 is Integer range 0 .. 2;
   subtype From_0_To_3 is Integer range 0 .. 3;
   subtype From_0_To_4 is Integer range 0 .. 4;
   subtype From_0_To_5 is Integer range 0 .. 5;
   subtype From_0_To_9 is Integer range 0 .. 9;
   subtype From_1_To_4 is Integer range 1 .. 4;
   subtype From_Minus_1_To_5 is Integer range -1 .. 5;
   subtype From_Minus_2_To_6 is Integer range -2 .. 6;

   subtype Small is Integer range 1 .. 4;
   type Wide is array (Integer range <>) of Integer;
   type Narrow is array (Small range <>) of Integer;
   type Three is array (Integer range 1 .. 3) of Integer;
   type Matrix is array (Small range <>, Small range <>) of Integer;
   type Wide_Matrix is array (Integer range <>, Integer range <>) of Integer;
   type Colour is (Red, Green, Blue);
   type By_Colour is array (Colour range <>) of Integer;
   subtype Warm is Colour range Red .. Green;
   type By_Warm is array (Warm range <>) of Integer;

   function Sum (A : Narrow) return Integer is
      R : Integer := 0;
   begin
      for X of A loop
         R := R + X;
      end loop;
      return R + A'Length * 100;
   end Sum;

   function Run_Convert (F : From_Minus_2_To_6; L : From_Minus_2_To_6) return Integer
     with Pre => (F <= L or F in 1 .. 4)
   is
      W : constant Wide (F .. L) := (others => 7);
   begin
      return Sum (Narrow (W));
   end Run_Convert;

   function Run_Aggregate (F : From_Minus_2_To_6; L : From_Minus_2_To_6) return Integer
   is
   begin
      return Sum ((F .. L => 3));
   end Run_Aggregate;

   function Run_Object (F : From_Minus_2_To_6; L : From_Minus_2_To_6) return Integer
   is
      N : constant Narrow := (F .. L => 3);
   begin
      return N'Length;
   end Run_Object;

   function Run_Qualified (F : From_Minus_2_To_6; L : From_Minus_2_To_6) return Integer
   is
   begin
      return Narrow'(F .. L => 3)'Length;
   end Run_Qualified;

   function Run_Iterated (F : From_Minus_2_To_6; L : From_Minus_2_To_6) return Integer
   is
   begin
      return Sum ((for I in F .. L => I));
   end Run_Iterated;

   function Run_Concatenate (A : From_0_To_4; B : From_0_To_4) return Integer
   is
      X : constant Narrow (1 .. A) := (others => 1);
      Y : constant Narrow (1 .. B) := (others => 2);
   begin
      return Sum (X & Y);
   end Run_Concatenate;

   function Run_Shifted (F : From_1_To_4; L : From_0_To_4; B : From_0_To_4) return Integer
   is
      X : constant Narrow (F .. L) := (others => 1);
      Y : constant Narrow (1 .. B) := (others => 2);
      Z : Narrow (1 .. 4) := (others => 0);
   begin
      Z := X & Y;
      return Sum (Z);
   end Run_Shifted;

   function Run_Element (F : From_1_To_4; L : From_0_To_4; B : Integer) return Integer
   is
      X : constant Narrow (F .. L) := (others => 1);
   begin
      return Sum (X & B);
   end Run_Element;

   function Run_Element_Left (F : From_1_To_4; L : From_0_To_4; B : From_0_To_9) return Integer
   is
      X : constant Narrow (F .. L) := (others => 1);
   begin
      return Sum (B & X);
   end Run_Element_Left;

   function Run_Positional (A : From_0_To_3; B : From_0_To_9) return Integer
   is
   begin
      if A = 0 then
         return Sum ((B, B, B, B, B));
      else
         return Sum ((B, B, B));
      end if;
   end Run_Positional;

   function Run_Rows (A : From_0_To_4; B : From_0_To_4; C : From_0_To_9) return Integer
   is
      M : constant Wide_Matrix := (1 => (1 .. A => C), 2 => (1 .. B => 5));
   begin
      return M'Length (2);
   end Run_Rows;

   function Run_Row_Starts (A : From_0_To_4; B : From_0_To_4; C : From_0_To_9) return Integer
   is
      M : constant Wide_Matrix := (1 => (A .. 3 => C), 2 => (B .. 3 => 5));
   begin
      return M'First (2);
   end Run_Row_Starts;

   function Run_Grid (A : From_Minus_1_To_5; B : From_Minus_1_To_5; C : From_Minus_1_To_5; D : From_Minus_1_To_5) return Integer
   is
      M : constant Matrix := (A .. B => (C .. D => 1));
   begin
      return M'Length (1) * 10 + M'Length (2);
   end Run_Grid;

   function Run_Matrix (A : From_1_To_4; B : From_Minus_1_To_5; C : From_1_To_4; D : From_Minus_1_To_5) return Integer
   is
      W : constant Wide_Matrix (A .. B, C .. D) := (others => (others => 2));
      M : constant Matrix := Matrix (W);
   begin
      return M'Length (1) * 10 + M'Length (2);
   end Run_Matrix;

   function Run_Three (F : From_Minus_2_To_6; L : From_Minus_2_To_6) return Integer
   is
      W : constant Wide (F .. L) := (others => 7);
   begin
      return Three (W) (1);
   end Run_Three;

   function Run_Colour (A : From_0_To_2; B : From_0_To_2) return Integer
   is
      C : constant By_Colour (Colour'Val (A) .. Colour'Val (B)) := (others => 1);
      W : constant By_Warm := By_Warm (C);
   begin
      return W'Length;
   end Run_Colour;

   function Run_Slice (F : From_0_To_5; L : From_0_To_5; G : From_0_To_5; H : From_0_To_5) return Integer
   is
      N : Narrow (1 .. 4) := (1, 2, 3, 4);
   begin
      N (F .. L) := N (G .. H);
      return N (1) * 1000 + N (2) * 100 + N (3) * 10 + N (4);
   end Run_Slice;

   function Run_Declare (F : From_Minus_2_To_6; L : From_Minus_2_To_6) return Integer
   is
      N : Narrow (F .. L) := (others => 3);
   begin
      for I in N'Range loop
         N (I) := I;
      end loop;
      return N'Length + N'First * 100 + N'Last * 1000;
   end Run_Declare;

   function Run_Text (A : From_0_To_3; B : From_0_To_3) return Integer
   is
      S : constant String := (A .. B => 'x');
      T : constant String := S & 'y' & S;
   begin
      return T'First * 100 + T'Last;
   end Run_Text;

end Subscripts;
