package body Index_Ranges is

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

   function Run_Convert (F, L : Integer) return Integer
     with Pre => F in -2 .. 6 and L in -2 .. 6 and (F <= L or F in 1 .. 4)
   is
      W : constant Wide (F .. L) := (others => 7);
   begin
      return Sum (Narrow (W));
   end Run_Convert;

   function Run_Aggregate (F, L : Integer) return Integer
     with Pre => F in -2 .. 6 and L in -2 .. 6
   is
   begin
      return Sum ((F .. L => 3));
   end Run_Aggregate;

   function Run_Object (F, L : Integer) return Integer
     with Pre => F in -2 .. 6 and L in -2 .. 6
   is
      N : constant Narrow := (F .. L => 3);
   begin
      return N'Length;
   end Run_Object;

   function Run_Qualified (F, L : Integer) return Integer
     with Pre => F in -2 .. 6 and L in -2 .. 6
   is
   begin
      return Narrow'(F .. L => 3)'Length;
   end Run_Qualified;

   function Run_Iterated (F, L : Integer) return Integer
     with Pre => F in -2 .. 6 and L in -2 .. 6
   is
   begin
      return Sum ((for I in F .. L => I));
   end Run_Iterated;

   function Run_Concatenate (A, B : Integer) return Integer
     with Pre => A in 0 .. 4 and B in 0 .. 4
   is
      X : constant Narrow (1 .. A) := (others => 1);
      Y : constant Narrow (1 .. B) := (others => 2);
   begin
      return Sum (X & Y);
   end Run_Concatenate;

   function Run_Shifted (F, L, B : Integer) return Integer
     with Pre => F in 1 .. 4 and L in 0 .. 4 and B in 0 .. 4
   is
      X : constant Narrow (F .. L) := (others => 1);
      Y : constant Narrow (1 .. B) := (others => 2);
      Z : Narrow (1 .. 4) := (others => 0);
   begin
      Z := X & Y;
      return Sum (Z);
   end Run_Shifted;

   function Run_Element (F, L, B : Integer) return Integer
     with Pre => F in 1 .. 4 and L in 0 .. 4
   is
      X : constant Narrow (F .. L) := (others => 1);
   begin
      return Sum (X & B);
   end Run_Element;

   function Run_Element_Left (F, L, B : Integer) return Integer
     with Pre => F in 1 .. 4 and L in 0 .. 4 and B in 0 .. 9
   is
      X : constant Narrow (F .. L) := (others => 1);
   begin
      return Sum (B & X);
   end Run_Element_Left;

   function Run_Positional (A, B : Integer) return Integer
     with Pre => A in 0 .. 3 and B in 0 .. 9
   is
   begin
      if A = 0 then
         return Sum ((B, B, B, B, B));
      else
         return Sum ((B, B, B));
      end if;
   end Run_Positional;

   function Run_Rows (A, B, C : Integer) return Integer
     with Pre => A in 0 .. 4 and B in 0 .. 4 and C in 0 .. 9
   is
      M : constant Wide_Matrix := (1 => (1 .. A => C), 2 => (1 .. B => 5));
   begin
      return M'Length (2);
   end Run_Rows;

   function Run_Row_Starts (A, B, C : Integer) return Integer
     with Pre => A in 0 .. 4 and B in 0 .. 4 and C in 0 .. 9
   is
      M : constant Wide_Matrix := (1 => (A .. 3 => C), 2 => (B .. 3 => 5));
   begin
      return M'First (2);
   end Run_Row_Starts;

   function Run_Grid (A, B, C, D : Integer) return Integer
     with Pre => A in -1 .. 5 and B in -1 .. 5 and C in -1 .. 5 and D in -1 .. 5
   is
      M : constant Matrix := (A .. B => (C .. D => 1));
   begin
      return M'Length (1) * 10 + M'Length (2);
   end Run_Grid;

   function Run_Matrix (A, B, C, D : Integer) return Integer
     with Pre => A in 1 .. 4 and B in -1 .. 5 and C in 1 .. 4 and D in -1 .. 5
   is
      W : constant Wide_Matrix (A .. B, C .. D) := (others => (others => 2));
      M : constant Matrix := Matrix (W);
   begin
      return M'Length (1) * 10 + M'Length (2);
   end Run_Matrix;

   function Run_Three (F, L : Integer) return Integer
     with Pre => F in -2 .. 6 and L in -2 .. 6
   is
      W : constant Wide (F .. L) := (others => 7);
   begin
      return Three (W) (1);
   end Run_Three;

   function Run_Colour (A, B : Integer) return Integer
     with Pre => A in 0 .. 2 and B in 0 .. 2
   is
      C : constant By_Colour (Colour'Val (A) .. Colour'Val (B)) := (others => 1);
      W : constant By_Warm := By_Warm (C);
   begin
      return W'Length;
   end Run_Colour;

   function Run_Slice (F, L, G, H : Integer) return Integer
     with Pre => F in 0 .. 5 and L in 0 .. 5 and G in 0 .. 5 and H in 0 .. 5
   is
      N : Narrow (1 .. 4) := (1, 2, 3, 4);
   begin
      N (F .. L) := N (G .. H);
      return N (1) * 1000 + N (2) * 100 + N (3) * 10 + N (4);
   end Run_Slice;

   function Run_Declare (F, L : Integer) return Integer
     with Pre => F in -2 .. 6 and L in -2 .. 6
   is
      N : Narrow (F .. L) := (others => 3);
   begin
      for I in N'Range loop
         N (I) := I;
      end loop;
      return N'Length + N'First * 100 + N'Last * 1000;
   end Run_Declare;

   function Run_Text (A, B : Integer) return Integer
     with Pre => A in 0 .. 3 and B in 0 .. 3
   is
      S : constant String := (A .. B => 'x');
      T : constant String := S & 'y' & S;
   begin
      return T'First * 100 + T'Last;
   end Run_Text;

end Index_Ranges;
