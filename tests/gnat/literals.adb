package body Literals is
   --  Literals of types derived from Boolean, and numbers beyond Integer.
   type Flag is new Boolean;
   type Counts is array (Flag) of Integer;
   type Small is mod 7;
   type Byte is mod 2 ** 8;
   function Is_Set (F : Flag) return Integer is (if F = True then 1 else 0);
   function Is_Set (F : Boolean) return Integer is (if F then 5 else 0);

   procedure Run_Flags (X : Integer; R : out Integer)
     with Pre => X in -3 .. 3
   is
      F : Flag := True;
      G : constant Flag := False;
      C : constant Counts := (True => X, False => 7);
   begin
      if X > 0 then
         F := Flag (X > 1) and not G;
      end if;
      R := C (F) + Is_Set (F) + Is_Set (X = 0);
      case F is
         when True => R := R + 1;
         when False => R := R - 1;
      end case;
      if F = False or else F > False then
         R := R + Flag'Pos (True);
      end if;
      pragma Assert (Flag'(True) = F or X = 1);
      pragma Assert (R /= 4);
   end Run_Flags;

   procedure Run_Remainders (X : Integer; R : out Integer) is
      M : constant Small := Small'Mod (2 ** 40 + 5);
      N : constant Small := Small'Mod (-1);
      O : constant Byte := Byte'Mod (X);
   begin
      R := Integer (M) * 100 + Integer (N) * 10 + Integer (Small'Mod (X));
      pragma Assert (Integer (O) = X mod 256);
      pragma Assert (R /= 60);
   end Run_Remainders;
end Literals;
