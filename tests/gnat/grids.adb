package body Grids is

   type Row is (Top, Middle, Bottom);
   type Column is range 1 .. 4;
   subtype Left_Half is Column range 1 .. 2;
   type Grid is array (Row, Column) of Integer;
   type Open is array (Integer range <>, Row range <>) of Integer;
   type Line is array (Column range <>) of Integer;
   type Lines is array (Row) of Line (1 .. 3);
   type Flags is array (Row) of Boolean;
   type Cube is array (Boolean, Row, Column) of Natural;

   function Run_Grid (X, Y : Integer) return Integer is
      G : Grid := (Top => (1, 2, 3, 4), Middle => (1 | 3 => 7, others => 8),
                   Bottom => (others => X));
   begin
      G (Row'Val (Y), Column (X)) := 50;
      return G (Top, 1) + G (Middle, 3) + G (Bottom, 4) + G'Length (2) * Grid'Length (1);
   end Run_Grid;

   function Run_Open (N, X : Integer) return Integer
     with Pre => N in 0 .. 6
   is
      O : Open (1 .. N, Top .. Middle) := (others => (Top => X, Middle => 5));
   begin
      O (3, Middle) := X;
      return O (1, Top) + O (3, Middle) + O'Last (1) + Row'Pos (O'Last (2));
   end Run_Open;

   function Sum (O : Open) return Integer is
      Result : Integer := 0;
   begin
      for I in O'Range (1) loop
         for J in O'Range (2) loop
            Result := Result + O (I, J) * Row'Pos (J);
         end loop;
      end loop;
      return Result;
   end Sum;

   function Run_Sum (X : Integer) return Integer
   is (Sum ((-1 => (X, 1, 2), 0 => (Top .. Bottom => X / 2))))
     with Pre => X in -1_000_000 .. 1_000_000;

   function Run_Lines (I, J, X : Integer) return Integer
     with Pre => I in 0 .. 2 and J in 0 .. 5
   is
      L : Lines := (others => (4, 5, 6));
   begin
      L (Row'Val (I)) (Column (J)) := X;
      L (Bottom) := L (Row'Val (I)) (1 .. 2) & 9;
      L (Middle) (2 .. 3) := L (Top) (1 .. 2);
      return L (Bottom) (1) / 2 + L (Middle) (2) / 2 + L (Middle) (3) / 3;
   end Run_Lines;

   function Run_Flags (X : Integer) return Integer is
      F : Flags := (Top => X > 0, Middle => X > 5, Bottom => X > 9);
      E : constant Flags := (Middle => True, others => False);
      Count : Integer := 0;
   begin
      F := (F and not E) or (E xor Flags'(others => X = 3));
      for B of F loop
         Count := Count * 2 + Boolean'Pos (B);
      end loop;
      return Count + (if F < E then 100 else 0) + (if F >= E then 1_000 else 0);
   end Run_Flags;

   function Run_Cube (X : Integer; B : Boolean) return Integer is
      C : Cube := (others => (others => (others => 2)));
   begin
      for R in reverse Row range Top .. Row'Val (X) loop
         for K in Left_Half loop
            C (B, R, K) := C (not B, R, K) + Natural (K);
         end loop;
      end loop;
      return C (True, Top, 2) + 10 * C (False, Middle, 1) + 100 * C (True, Bottom, 4);
   end Run_Cube;

   function Run_Order (A, B, N : Integer) return Integer
     with Pre => N in 0 .. 4
   is
      X : constant Line := (A, B, 3, 4);
      Y : constant Line (2 .. 4) := (A, 5, 3);
      Z : Line renames X (1 .. Column'Base (N));
   begin
      return (if Z < Y then 1 else 0) + (if Y <= Z then 2 else 0)
        + (if Z > X (1 .. 2) then 4 else 0) + (if Z >= X (1 .. 2) then 8 else 0);
   end Run_Order;

   function Run_Convert (N : Integer) return Integer
     with Pre => N in 0 .. 5
   is
      type Other is array (Column range <>) of Integer;
      O : constant Other (1 .. Column'Base (N)) := (others => 6);
      L : Line (1 .. 3);
   begin
      L := Line (O);
      return L (2) + L'Length;
   end Run_Convert;

   function Run_Elements (X, Y, N : Integer) return Integer
     with Pre => X in -100 .. 100 and Y in -100 .. 100 and N in 0 .. 2
   is
      type Cells is array (Boolean range <>, Column range <>, Row range <>) of Integer;
      G : Grid := (Top => (1, X, 3, 4), Middle => (7, 8, Y, 9), Bottom => (5, 6, X, Y));
      C : Cells (False .. True, 2 .. Column'Base (N) + 1, Middle .. Bottom) :=
        (others => (others => (X, Y)));
      Result : Integer := 0;
   begin
      for E of G loop
         Result := (Result + E) mod 1_000 * 3;
         exit when E = X;
         E := E + Result;
         pragma Loop_Invariant (Result in -3_000 .. 3_000);
      end loop;
      for E of reverse G loop
         Result := (Result + E) mod 1_000 * 3;
      end loop;
      for E of C loop
         Result := Result + 1;
         E := E * Result;
      end loop;
      pragma Assert (for all E of C => E in X * Result .. 1_000_000 or N = 1);
      return Result + (if (for some E of reverse G => 100 / (E - Y) = 1) then 10_000 else 0);
   end Run_Elements;

end Grids;
