package body Formal_Types is
   --  Inside an instance, what is of a formal type has the operators of the formal.
   type Turned is range -100 .. 100;
   function "+" (L, R : Turned) return Turned is (L - R);
   function "<" (L, R : Turned) return Boolean is (Integer (L) > Integer (R));
   function "=" (L, R : Turned) return Boolean is (True);

   package Pairs is
      type Pair is record
         Key, Value : Integer;
      end record;
      function "=" (L, R : Pair) return Boolean is (L.Key = R.Key);
   end Pairs;

   generic
      type El is range <>;
   function Added (X, Y : El) return El;
   function Added (X, Y : El) return El is (X + Y);

   generic
      type El is private;
   function Same (X, Y : El) return Boolean;
   function Same (X, Y : El) return Boolean is (X = Y);

   generic
      type El is private;
      type List is array (Positive range <>) of El;
      with function "<" (L, R : El) return Boolean;
   function Least (V : List) return El;
   function Least (V : List) return El is
      Result : El := V (V'First);
      I : Integer := V'First;
   begin
      --  What is of type Integer has the language's operators, whatever El is.
      while I < V'Last loop
         I := I + 1;
         if V (I) < Result and then not (Result < V (I)) then
            Result := V (I);
         end if;
      end loop;
      return Result;
   end Least;

   type List is array (Positive range <>) of Integer;
   function Added_Turned is new Added (Turned);
   function Same_Turned is new Same (Turned);
   function Same_Pair is new Same (Pairs.Pair);
   function Greatest is new Least (Integer, List, ">");

   procedure Run_Sums (X, Y : Integer; S : out Integer)
     with Pre => X in -40 .. 40 and Y in -40 .. 40
   is
   begin
      S := Integer (Added_Turned (Turned (X), Turned (Y)));
      pragma Assert (S = X + Y);
      pragma Assert (Integer (Turned (X) + Turned (Y)) = X - Y);
      pragma Assert (X > 0 or Y > 0 or S < -3);
   end Run_Sums;

   procedure Run_Equal (X, Y : Integer; B : out Boolean)
     with Pre => X in -3 .. 3 and Y in -3 .. 3
   is
   begin
      B := Same_Turned (Turned (X), Turned (Y));
      pragma Assert (Turned (X) = Turned (Y));
      pragma Assert (Same_Pair ((1, X), (1, Y)));
      pragma Assert (B or X /= 2);
   end Run_Equal;

   procedure Run_Order (X, Y, Z : Integer; M : out Integer) is
   begin
      M := Greatest ((X, Y, Z));
      pragma Assert (M >= X and M >= Y and M >= Z);
      pragma Assert (M /= 0);
   end Run_Order;

   --  The actual of an in out formal is that of the instantiation.
   generic
      Cell : in out Integer;
   procedure Set (X : Integer);
   procedure Set (X : Integer) is
   begin
      Cell := X;
   end Set;

   procedure Run_Fixed (X, Y : Integer; S : out Integer)
     with Pre => X in 1 .. 3
   is
      A : List (1 .. 4) := (others => 0);
      J : Integer := X;
      procedure Set_Cell is new Set (A (J));
   begin
      J := J + 1;
      Set_Cell (Y);
      pragma Assert (A (X) = Y);
      pragma Assert (A (J) = 0);
      S := A (1);
      pragma Assert (S /= 7);
   end Run_Fixed;
end Formal_Types;
