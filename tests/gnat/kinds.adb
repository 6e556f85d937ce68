package body Kinds is

   type Small is range -10 .. 10;
   type Derived is new Integer range 0 .. 100;
   type Byte is mod 256;
   type Odd is mod 13;
   type Colour is (Red, Green, Blue, White);
   subtype Warm is Colour range Red .. Green;
   type Shade is new Colour;
   type Flag is new Boolean;

   function Run_Small (X : Integer) return Integer is
      S : Small := Small (X);
   begin
      S := S * 2 - 3;
      return Integer (S) + Small'Pos (S);
   end Run_Small;

   function Run_Derived (X : Integer) return Integer is
      D : Derived;
   begin
      D := Derived (X);
      D := Derived'Max (D, 7) / 3 + Derived'First;
      return Integer (D) + Integer (Derived'Last);
   end Run_Derived;

   function Run_Byte (X : Integer) return Integer is
      B : Byte := Byte'Mod (X);
      C : constant Byte := Byte (X mod 256);
   begin
      B := (B and 15) or (C xor 3);
      B := B + 250 - (not C);
      return Integer (B) + Boolean'Pos (C > B);
   end Run_Byte;

   function Run_Odd (X : Natural) return Integer is
      O : Odd := Odd (X mod 13);
   begin
      O := O * 5 + 9;
      O := -O;
      return Integer (O);
   end Run_Odd;

   function Run_Colour (X : Integer) return Integer is
      C : Colour;
      W : Warm;
   begin
      C := Colour'Val (X);
      W := C;
      case W is
         when Red => return 1;
         when Green => null;
      end case;
      return (case C is when Red | Blue => 5, when Green .. Green => 6, when others => 7)
        + Colour'Pos (Colour'Succ (C));
   end Run_Colour;

   function Run_Shade (X : Integer) return Integer is
      S : constant Shade := Shade'Val (X mod 4);
      F : Flag := Flag (X > 3);
   begin
      if S in Red .. Green | White and then S /= Shade'First then
         F := not F;
      end if;
      return (if Boolean (F) then Shade'Pos (S) else -1);
   end Run_Shade;

   function Run_Power (X, Y : Integer) return Integer is (X ** Y)
     with Pre => Y < 12;

   function Run_Members (X, Y : Integer) return Boolean is
     (X in 1 .. 5 | Y | 100 .. 10 | 7 and X not in 3 .. 4);

   function Run_Declared (X : Integer) return Integer is
     (declare
        A : constant Integer := X / 2;
        B : constant Integer := A * A;
      begin
        (if B > 10 then B - A else A));

   function Run_Attributes (X : Integer) return Integer is
     (Integer'Min (X, 10) + Integer'Size - Natural'Size + Byte'Modulus);

end Kinds;
