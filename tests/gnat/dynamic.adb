package body Dynamic is

   Ten : constant := 10;
   Huge : constant := 2 ** 70;
   Ratio : constant := Huge / 2 ** 68 + Ten mod 4;

   type List is array (Integer range <>) of Integer;

   function Run_Subtype (Low, High, X : Integer) return Integer is
      subtype Window is Integer range Low .. High;
      W : Window := X;
   begin
      W := W / 2;
      return W + (if X / 3 in Window then 1 else 2);
   end Run_Subtype;

   function Run_Snapshot (N, X : Integer) return Integer
     with Pre => N in 1 .. 50
   is
      M : Integer := N;
      subtype Small is Integer range 0 .. M;
      S : Small := 0;
   begin
      M := 1000;
      S := X;
      return Small'Last + S - M;
   end Run_Snapshot;

   function Run_Nested_Bounds (A, B : Integer) return Integer
     with Pre => A in -20 .. 20 and B in -20 .. 20
   is
      subtype Outer is Integer range A .. 20;
      subtype Inner is Outer range B .. B + 3;
      Count : Integer := 0;
   begin
      for I in Inner loop
         Count := Count + I;
      end loop;
      return Count + Inner'First;
   end Run_Nested_Bounds;

   function Run_Positive_Index (First, Length : Integer) return Integer
     with Pre => First in -5 .. 5 and Length in -2 .. 6
   is
      L : List (First .. First + Length - 1) := (others => First);
   begin
      for I in reverse L'Range loop
         L (I) := L (I) + I;
      end loop;
      return (if L'Length > 0 then L (L'First) - L (L'Last) else L'First - L'Last);
   end Run_Positive_Index;

   function Run_Numbers (X : Integer) return Integer is
     (X mod Ratio + Huge / 2 ** 66 - Ten);

   function Run_Loop_Bounds (N : Integer) return Integer
     with Pre => N in 0 .. 9
   is
      Last : Integer := N;
      Rounds : Integer := 0;
   begin
      for I in 1 .. Last loop
         Last := Last - 3;
         Rounds := Rounds + 1;
      end loop;
      return Rounds * 100 + Last;
   end Run_Loop_Bounds;

   function Run_Last_Value (N : Integer) return Integer
     with Pre => N > Integer'Last - 5
   is
      Rounds : Integer := 0;
   begin
      for I in N .. Integer'Last loop
         Rounds := Rounds + 1;
      end loop;
      for I in reverse Integer'First .. Integer'First + Rounds loop
         Rounds := Rounds + 10;
      end loop;
      return Rounds;
   end Run_Last_Value;

end Dynamic;
