package body Conditions is

   type Colour is (Red, Green, Blue);
   type List is array (Positive range <>) of Integer;
   type Counts is array (Colour) of Natural;

   function Sorted (L : List) return Boolean is
     (for all I in L'First .. L'Last - 1 => L (I) <= L (I + 1))
     with Pre => L'Last <= 50;

   function Has (L : List; X : Integer) return Boolean is
     (for some E of L => E = X)
     with Pre => L'Last <= 50;

   function Run_Sorted (A, B, C, N : Integer) return Integer
     with Pre => N in 0 .. 3
   is
      L : constant List := (A, B, C);
   begin
      return (if Sorted (L (1 .. N)) then 1 else 0) + (if Has (L (N + 1 .. 3), 7) then 10 else 0);
   end Run_Sorted;

   function Run_Cases (X, Y : Integer) return Integer is
     (case X is
        when Integer'First .. -1 => -Y,
        when 0 => (if Y > 0 then 1 elsif Y = 0 then 2 else 3),
        when 1 | 3 | 5 .. 9 => Y / (X - 5),
        when others => (declare Z : constant Integer := X - Y; begin Z / 2));

   function Run_Quantified (X, Y : Integer) return Boolean is
     ((for all C in Colour => Colour'Pos (C) < X)
      and then (for some C in reverse Colour range Green .. Blue => Colour'Pos (C) = Y)
      and then (for all I in 1 .. Y => (for some J in I .. I + 2 => J mod 3 = X mod 3)));

   function Run_Element (X : Integer) return Integer is
      C : Counts := (Red => 1, Green => 2, Blue => 3);
   begin
      for N of C loop
         N := N * 2 + X / 4;
      end loop;
      return (if (for all N of C => N > 4) then C (Red) else C (Blue));
   end Run_Element;

   function Run_Short (A, B : Integer) return Boolean is
     ((A /= 0 and then B / A > 2) or else (B = 0 and A / 3 = 1)
      or else ((A > B xor B > 10) and not (A > 100)));

   function Run_Members (X : Integer; C : Integer) return Integer
     with Pre => C in 0 .. 2
   is
      subtype Cold is Colour range Green .. Blue;
      K : constant Colour := Colour'Val (C);
   begin
      return (if K in Cold then 1 else 0) + (if K not in Red | Blue then 2 else 0)
        + (if X in Natural and X not in 5 .. 10 | 20 | C then 4 else 0)
        + (if X in Positive'First .. Positive (C + 1) then 8 else 0);
   end Run_Members;

   function Run_Declared (A, B : Integer) return Integer is
     (declare
        L : constant List := (A, B);
        M : constant Integer := (if L (1) > L (2) then 1 else 2);
        N : Integer renames L (M);
      begin
        (case M is when 1 => N - 1, when others => N + L'Last));

   function Run_Counted (N : Integer) return Integer
     with Pre => N in 0 .. 6
   is
      L : constant List := [for I in 1 .. N => (if I mod 2 = 0 then I else -I)];
      Total : Integer := 0;
   begin
      for I in L'Range when L (I) > 0 loop
         Total := Total + L (I);
      end loop;
      return Total * 10 + L'Length;
   end Run_Counted;

end Conditions;
