package body Predicated is
   type Colour is (Red, Green, Blue, White);
   subtype Warm is Colour with Static_Predicate => Warm in Red | White;
   subtype Odd is Integer with Static_Predicate => Odd in 1 | 3 | 5 .. 7;

   procedure Paint (X : Integer; Y : out Integer) is
      C : constant Colour := Colour'Val (X mod 4);
      W : constant Warm := C;
   begin
      case W is
         when Red =>
            Y := 1;
         when White =>
            Y := 2;
      end case;
   end Paint;

   procedure Count (X : Integer; Y : out Integer) is
      O : constant Odd := X mod 8;
   begin
      case O is
         when 5 | 6 | 7 =>
            Y := 1;
         when 1 =>
            Y := 2;
         when 3 =>
            Y := 3;
      end case;
      pragma Assert (O /= 6);
   end Count;

   subtype Few is Odd range 2 .. 6;
   subtype High is Odd with Static_Predicate => High > 2;
   subtype Yes is Boolean with Static_Predicate => Yes = True;
   subtype Told is Integer range 1 .. 9
     with Static_Predicate => (case Told is when 1 | 4 => True, when others => False);
   type Pale is new Warm;
   type Counts is array (1 .. 8) of Integer;

   function Fold_Up (X : Integer) return Integer
     with Pre => X in -1_000 .. 1_000
   is
      Result : Integer := X;
   begin
      for I in Odd loop
         pragma Loop_Invariant (I in Odd);
         Result := Result * 2 + I;
         case I is
            when 1 | 3 =>
               Result := Result + 1;
            when 5 .. 7 =>
               null;
         end case;
      end loop;
      for C in Warm loop
         Result := Result + 100 * Colour'Pos (C);
      end loop;
      for B in Yes loop
         Result := Result + Boolean'Pos (B);
      end loop;
      for I in Told loop
         exit when I = X;
         Result := Result * 3 + I;
      end loop;
      return Result;
   end Fold_Up;

   function Fold_Down (X : Integer) return Integer
     with Pre => X in -1_000 .. 1_000
   is
      Result : Integer := X;
      O : Odd := 1;
   begin
      for I in reverse Odd loop
         O := I;
         Result := Result * 2 + O;
      end loop;
      for I in reverse Few when I /= 5 loop
         Result := Result * 2 - I;
      end loop;
      for P in reverse Pale loop
         Result := Result + 100 * Pale'Pos (P);
      end loop;
      return Result / (O - 1 + X);
   end Fold_Down;

   function Quantify (X : Integer) return Integer
     with Pre => X in -1 .. 9
   is
      C : constant Counts := (Odd => 1, others => X);
      --  The values are looked at in order, and only those of the subtype.
      A : constant Boolean := (for all I in High => I / (X - I) < 3);
      S : constant Boolean := (for some I in reverse Few => I = X);
   begin
      pragma Assert
        (for all I in Odd =>
           C (I) = 1 and (case I is when 1 | 3 => I < 4, when 5 | 6 | 7 => I > 4));
      pragma Assert (for some W in Warm => Colour'Pos (W) = X mod 4);
      return Boolean'Pos (A) + 2 * Boolean'Pos (S);
   end Quantify;

   function Choose (X : Integer; Y : Integer) return Integer
     with Pre => Y in 1 .. 8
   is
      C : Counts := (Few => X, 7 => X / 2, others => 6);
      D : constant Counts := (for I in Odd => I * Y, others => 0);
      Result : Integer := 0;
   begin
      case X is
         when Few =>
            Result := 1;
         when 1 | 7 =>
            Result := 2;
         when others =>
            Result := 3;
      end case;
      C := (C with delta High => 5);
      pragma Assert (C (Y) = 5 or X = 6 or not (X in High));
      return C (Y) / 2 + D (Y)
        + (case X is when Odd => 10 / (X - 3), when others => Result);
   end Choose;
end Predicated;
