package body Definite_Ranges is
   --  Arrays whose definition gives the bounds: their index subtype is that range.
   type Three is array (2 .. 4) of Integer;
   type Colour is (Red, Green, Blue, White);
   type Shades is array (Green .. Blue) of Integer;
   type Text is array (5 .. 7) of Character;

   procedure Run_Stated (X : Integer; R : out Integer) is
      D : Three := (others => 0);
   begin
      if X > 3 then
         D := (X .. X + 2 => 1);
      elsif X > 2 then
         D := (for I in X .. X + 2 => I);
      elsif X < -1 then
         D (2 .. 3) := (X .. X + 1 => 2);
      else
         D := (X .. X + 2 => 3);
      end if;
      R := D (2);
   end Run_Stated;

   procedure Run_Counted (X : Integer; R : out Integer) is
      D : constant Three := (1, 2, X);
      C : constant Colour := (if X > 0 then Green else Red);
      S : Shades := (X, 7);
   begin
      R := S (Green);
      if X > 2 and then D = (1, 2, 3, X) then
         R := 1;
      end if;
      S := (C .. Colour'Succ (C) => 2);
      R := R + S (Blue);
   end Run_Counted;

   procedure Run_Joined (X, Y : Integer; R : out Integer) is
      D : constant Three := (X, Y, 9);
      E : constant Three := Three'(X & Y & 4);
      F : constant Three := Three'(D (4 .. 4) & D (2 .. 3));
      T : constant Text := "abc";
   begin
      pragma Assert (E (2) = X and F (2) = 9 and F (4) = Y);
      pragma Assert (Text'(T (6 .. 7) & "a") (5) = 'b');
      R := E (4);
      if X > 2 and then D (3 .. 4) & D (2 .. 4) /= E then
         R := 1;
      end if;
      if Y > 2 then
         R := Three'(D (Y .. 2) & D) (3);
      end if;
      pragma Assert (Y /= 3);
   end Run_Joined;

   procedure Run_Odd (X : Integer; R : out Integer) is
      subtype Odd is Integer range -9 .. 9 with Static_Predicate => Odd in -3 | -1 | 1 | 3;
   begin
      R := 0;
      if X in Odd then
         case Odd (X) is
            when -3 | -1 => R := 1;
            when 1 | 3 => R := 2;
         end case;
         case Odd'(X) is
            when -3 | -1 => R := R + 1;
            when 1 | 3 => R := R + 2;
         end case;
      end if;
      pragma Assert (R /= 4);
   end Run_Odd;
end Definite_Ranges;
