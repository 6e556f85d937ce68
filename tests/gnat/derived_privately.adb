package body Derived_Privately is

   subtype Number is Integer range 0 .. 6;
   type Row is array (Positive range <>) of Integer;
   type Kind is (Plain, Filled, Double);
   type Cell (K : Kind := Plain; Size : Number := 2) is record
      Id : Integer := Size * 2;
      case K is
         when Plain => A : Integer := Size;
         when Filled => V : Row (1 .. Size) := (others => Size);
         when Double => B, C : Integer := 7;
      end case;
   end record;

   package Hidden is
      type Five is private;
      type Any is private;
      function Made (K : Integer) return Five;
      procedure Change (X : in out Five; At_Index, To : Integer);
      function Sum (X : Five) return Integer;
      function Made (K : Number) return Any;
      function Sum (X : Any) return Integer;
   private
      type Five is new Cell (Filled, 5);
      type Any is new Cell;
   end Hidden;

   package body Hidden is
      function Made (K : Integer) return Five is (Filled, 5, K, (others => K));

      procedure Change (X : in out Five; At_Index, To : Integer) is
      begin
         X.V (At_Index) := To;
         X.Id := X.Id + 1;
      end Change;

      function Sum (X : Five) return Integer is (X.V (2) + X.V (X.Size) * 10 + X.Id * 100);

      function Made (K : Number) return Any is
        (if K > 3 then (Filled, K, 1, (others => 2)) else (Double, K, 2, 3, 4));

      function Sum (X : Any) return Integer is
         Y : constant Cell := Cell (X);
      begin
         return (case Y.K is
                    when Plain => Y.A,
                    when Filled => Y.V'Length * 10 + Y.V (1),
                    when Double => Y.B * 100 + Y.C);
      end Sum;
   end Hidden;

   use Hidden;

   --  A private type may turn out to be derived from a record whose bounds speak of discriminants.
   function Run_Constrained (A, B : Number) return Integer is
      X : Five;
      Y : Five := Made (Integer'(B));
   begin
      pragma Assert (Sum (X) = 5 + 50 + 1_000);
      X := Y;
      Change (X, A, 9);
      Change (Y, 1 + B / 2, A);
      return Sum (X) + Sum (Y) * 10_000 + Boolean'Pos (X = Y);
   end Run_Constrained;

   function Run_Any (A, B : Number) return Integer is
      X : Any;
      Y : Any := Made (A);
      R : Integer := Sum (X);
   begin
      X := Made (B);
      R := R + Sum (X) * 10 + Sum (Y) * 10_000;
      Y := X;
      return R + Boolean'Pos (X = Y) + Sum (Y);
   end Run_Any;

   --  The same of a derived type that is not private.
   type Three is new Cell (Filled, 3);
   subtype Doubled is Cell (Double, 4);
   type Holder (M : Number) is record
      X : Cell (Filled, M);
      Y : Row (1 .. M) := (others => M);
      Z : Doubled;
      W : Three;
   end record;

   function Run_Open (A, B : Number) return Integer is
      X : Holder (A);
      T : Cell;
   begin
      X.Z.B := B;
      T := X.X;
      if B > 4 then
         T := X.Z;
      end if;
      X.X := T;
      X.W := Three (T);
      return X.X.V'Length + 10 * X.Y'Last + X.Z.B * 100 + X.W.Id * 1_000;
   end Run_Open;

end Derived_Privately;
