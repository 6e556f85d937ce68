package body Widened is

   package Shapes is
      type Point is tagged record
         X, Y : Integer := 0;
      end record;
      procedure Move (P : in out Point; By : Integer);
      function Sum (P : Point) return Integer;
      procedure Clear (P : out Point);

      type Weighted is new Point with record
         Weight : Integer := 7;
      end record;
      procedure Add (P : in out Weighted; More : Integer);

      type Hidden is new Weighted with private;
      function Total (P : Hidden) return Integer;

      type Same is new Point with null record;
      function Make (X : Integer) return Same;
   private
      type Hidden is new Weighted with record
         Extra : Integer := 1;
      end record;
   end Shapes;

   package body Shapes is
      procedure Move (P : in out Point; By : Integer) is
      begin
         P.X := P.X + By;
         P.Y := P.Y - By;
      end Move;

      function Sum (P : Point) return Integer is (P.X + P.Y);

      procedure Clear (P : out Point) is
      begin
         P.X := 1;
         P.Y := 2;
      end Clear;

      procedure Add (P : in out Weighted; More : Integer) is
      begin
         P.Weight := P.Weight + More;
      end Add;

      function Total (P : Hidden) return Integer is (P.X + P.Weight + P.Extra);

      function Make (X : Integer) return Same is
         Result : Same;
      begin
         Result.X := X;
         return Result;
      end Make;
   end Shapes;
   use Shapes;

   function Run_Move (X : Integer) return Integer is
      W : Weighted;
   begin
      W.Weight := X;
      Move (W, X);
      return W.X - W.Y + W.Weight + Sum (W);
   end Run_Move;

   function Run_Element (X : Integer) return Integer is
      List : array (1 .. 3) of Weighted;
   begin
      List (2).Weight := X;
      Move (List (2), 5);
      Clear (List (3));
      return List (2).X + List (2).Weight + List (3).X + List (3).Weight + List (1).Weight;
   end Run_Element;

   function Run_Clear (X : Integer) return Integer is
      W : Weighted;
   begin
      W.Weight := X;
      Clear (W);
      Add (W, 3);
      return W.X + W.Y * 10 + W.Weight;
   end Run_Clear;

   function Run_Hidden (X : Integer) return Integer is
      H : Hidden;
   begin
      Add (H, X);
      Move (H, 2);
      return Total (H) + Sum (H);
   end Run_Hidden;

   function Run_Same (X : Integer) return Integer is
      S : Same := Make (X);
   begin
      Move (S, 4);
      return Sum (S) + S.X;
   end Run_Same;

   function Run_View (X : Integer) return Integer is
      W : Weighted;
   begin
      W.Weight := 3;
      Move (Point (W), X);
      return Sum (Point (W)) + W.X + W.Weight;
   end Run_View;

   type Vector is array (1 .. 2) of Integer;

   function Run_Prefixed (X : Integer) return Integer is
      W : Weighted;
   begin
      W.Weight := X;
      W.Move (3);
      return W.Sum + W.X + W.Weight - Integer'Max (W.Sum, 1);
   end Run_Prefixed;

   --  What nobody uses: its operations are named by their objects alone.
   package Apart is
      type Cell is tagged record
         N : Integer := 1;
      end record;
      function Get (O : Cell) return Integer is (O.N);
      function Row (O : Cell) return Vector is ((O.N, 2));
      function Plus (O : Cell; More : Integer) return Integer is (O.N + More);
      procedure Set (O : in out Cell; N : Integer);
   end Apart;
   package body Apart is
      procedure Set (O : in out Cell; N : Integer) is
      begin
         O.N := N;
      end Set;
   end Apart;

   function Run_Apart (X : Integer) return Integer is
      O : Apart.Cell;
   begin
      O.Set (X);
      return O.Get - O.Row (2) + O.Plus (More => O.Row (1));
   end Run_Apart;

   function "-" (V : Vector) return Vector is ((-V (1), -V (2)));
   function "+" (A, B : Vector) return Vector is ((A (1) + B (1), A (2) + B (2)));
   type Pair is record
      A, B : Integer;
   end record;
   function "abs" (P : Pair) return Pair is ((abs P.A, abs P.B));

   function Run_Signs (X : Integer) return Integer is
      V : Vector := -(X, 2);
      W : constant Vector := (X, 1) + (2, 3);
      P : constant Pair := abs (X, -1);
   begin
      V := V + (-(1, 1));
      return V (1) + V (2) + W (1) + P.A + P.B;
   end Run_Signs;

end Widened;
