package body Tables is

   type Index is range 1 .. 5;
   type Table is array (1 .. 5) of Integer;
   type List is array (Positive range <>) of Integer;
   type Matrix is array (1 .. 3, Boolean) of Integer;
   type Colour is (Red, Green, Blue);
   type Count is array (Colour) of Natural;

   T : Table := (1, 2, 3, others => 0);
   Totals : Count := (Red => 1, others => 2);

   procedure Run_Set (I, V : Integer; Sum : out Integer) is
   begin
      T := (1, 2, 3, others => 0);
      T (I) := V;
      Sum := 0;
      for J in T'Range loop
         Sum := Sum + T (J) / J;
      end loop;
   end Run_Set;

   function Total (A : List) return Integer is
      Result : Integer := 0;
   begin
      for X of A loop
         Result := Result + X;
      end loop;
      return Result;
   end Total;

   function Run_Total (A, B, N : Integer) return Integer
     with Pre => N in -3 .. 8
   is
      L : List (1 .. N) := (others => A);
   begin
      if N >= 3 then
         L (2 .. 3) := (B, B - 1);
      end if;
      return Total (L) + Total (L (2 .. N)) + L'Length;
   end Run_Total;

   procedure Run_Matrix (I : Integer; B : Boolean; R : out Integer) is
      M : Matrix := (1 => (False => 1, True => 2), 2 => (others => 5), 3 => (7, 8));
   begin
      M (I, B) := M (1, not B) * 10;
      R := M (I, B) + M (2, B) + M'Length (2) * 100;
   end Run_Matrix;

   function Run_Colours (I, J : Integer) return Integer is
      C : constant Colour := Colour'Val (I);
   begin
      Totals := (Red => 1, others => 2);
      Totals (C) := Totals (C) + J;
      return Totals (Red) + 3 * Totals (Green) + 9 * Totals (Blue);
   end Run_Colours;

   function Run_Equal (A, B, C : Integer) return Boolean is
      X : constant Table := (A, B, C, 0, 0);
      Y : Table := (others => 0);
   begin
      Y (1) := 1;
      Y (2 .. 3) := (2, 3);
      return X = Y or else X (1 .. 2) = Y (2 .. 3);
   end Run_Equal;

   function Run_Quantified (A, B : Integer) return Boolean is
      X : constant Table := (A, B, A - B, 3, 4);
   begin
      return (for all I in X'Range => X (I) > 0)
        or (for some I in 2 .. 4 => X (I) = X (I + 1))
        or (for all E of X => 100 / E < 1000);
   end Run_Quantified;

   procedure Swap (A : in out List; I, J : Positive)
     with Pre => I in A'Range and J in A'Range,
          Post => A (I) = A'Old (J) and A (J) = A'Old (I);

   procedure Swap (A : in out List; I, J : Positive) is
      K : constant Integer := A (I);
   begin
      A (I) := A (J);
      A (J) := K;
   end Swap;

   function Run_Swap (I, J : Integer) return Integer
     with Pre => I > 0 and J > 0
   is
      L : List := (10, 20, 30, 40);
   begin
      Swap (L, I, J);
      Swap (L (2 .. 4), 2, 3);
      return L (1) + 2 * L (2) + 3 * L (3);
   end Run_Swap;

   function Run_Assigned (N : Integer) return Integer
     with Pre => N in 0 .. 9
   is
      A : List (1 .. 4) := (1, 2, 3, 4);
      B : constant List (0 + 1 .. N) := (others => 9);
   begin
      A := B;
      return A (4);
   end Run_Assigned;

   function Join (A, B : List) return List is (A & B);

   function Run_Join (A, B : Integer) return Integer is
      L : constant List := Join ((A, B), (1 => 7)) & 5;
      S : constant String := "abc" & 'd';
   begin
      return L (L'Last) + L (3) * 10 + L (1) * 100 + L'Length + Character'Pos (S (4));
   end Run_Join;

   function Run_Words (I : Integer) return Boolean is
      S : String := "hello";
   begin
      S (I) := 'x';
      return S = "hexlo" or S (1 .. 2) /= "he";
   end Run_Words;

   function Run_Iterated (N : Integer) return Integer
     with Pre => N in 0 .. 10
   is
      L : constant List := (for I in 1 .. N => I * I);
   begin
      return (if N > 2 then L (3) - L (2) else L'Last);
   end Run_Iterated;

   function Run_Update (I, V : Integer) return Integer is
      B : constant Table := (9, 8, 7, 6, 5);
      A : constant Table := (B with delta I => V, 2 => 50);
   begin
      return A (1) + A (2) - B (2);
   end Run_Update;

end Tables;
