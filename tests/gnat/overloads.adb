package body Overloads is

   type Vector is record
      X, Y : Integer;
   end record;
   function "+" (A, B : Vector) return Vector is ((A.X + B.X, A.Y + B.Y));
   function "-" (A : Vector) return Vector is ((-A.X, -A.Y));
   function "*" (A : Integer; V : Vector) return Vector is ((A * V.X, A * V.Y));
   function "*" (A, B : Vector) return Integer is (A.X * B.X + A.Y * B.Y);
   function "<" (A, B : Vector) return Boolean is (A * A < B * B);
   function "=" (A, B : Vector) return Boolean is (A.X = B.X);
   function "abs" (A : Vector) return Integer is (A.Y);
   function "=" (A : Vector; B : Integer) return Boolean is (abs A = B);

   package Fields is
      type Field is mod 7;
      function Inverse (F : Field) return Field;
      function "/" (A, B : Field) return Field is (A * Inverse (B));
   end Fields;
   package body Fields is
      function Inverse (F : Field) return Field is
      begin
         for I in Field loop
            if F * I = 1 then
               return I;
            end if;
         end loop;
         raise Constraint_Error;
      end Inverse;
   end Fields;
   use type Fields.Field;

   function Value return Integer is (11);
   function Value return Boolean is (False);
   function Value (X : Integer) return Integer is (X + 1);
   function Value (X : Integer; Y : Integer := 2) return Boolean is (X > Y);
   function Twice (X : Integer) return Integer renames Value;
   function Plus (A, B : Integer) return Integer renames "+";
   procedure Show (X : Integer; R : out Integer) is
   begin
      R := X - 1;
   end Show;
   procedure Show (X : Boolean; R : out Integer) is
   begin
      R := (if X then 5 else 6);
   end Show;

   function Run_Vector (A, B : Integer) return Integer
     with Pre => abs A < 10_000 and abs B < 100_000
   is
      V : constant Vector := 2 * Vector'(A, B) + (-Vector'(1, 2));
   begin
      return V * (3, 1) + (if V < (7, 7) then 1 else 0) + (if V = (9, 1) then 2 else 0)
        + (if V /= (9, 5) then 4 else 0);
   end Run_Vector;

   function Run_Compared (A, B : Integer) return Integer is
      V : constant Vector := (A, B);
   begin
      return (if abs V = A then 1 else 2) + (if V = B then 10 else 20) + (if V = A then 100 else 200);
   end Run_Compared;

   function Run_Field (A, B : Integer) return Integer
     with Pre => A in 0 .. 10 and B in 0 .. 6
   is
      use Fields;
      Q : constant Field := Field (A) / Field (B);
   begin
      return Integer (Q * Field (B) - 3) + Integer (Q ** 3);
   end Run_Field;

   function Run_Value (X : Integer) return Integer is
      R : Integer;
   begin
      if Value or else Value (X, 7) then
         Show (Value (X) > 30, R);
      else
         Show (Plus (Value (X), Twice (X)), R);
      end if;
      return R;
   end Run_Value;

   function Run_Hidden (X : Integer) return Integer is
      function "+" (A, B : Integer) return Integer is (A - B);
      Y : constant Integer := X + 3;
   begin
      return Standard."+" (Y, 2) + 5;
   end Run_Hidden;

   function Run_Mixed (A, B : Integer) return Integer is
      V : Vector := (X | Y => A);
   begin
      V := (if B > 3 then V + V else (V with delta Y => B));
      return V.X - V.Y;
   end Run_Mixed;
   function Run_Scaled (A : Integer) return Integer is
      type Point is record
         X, Y : Integer;
      end record;
      function "*" (L : Integer; R : Point) return Integer is (if L < 10 then L + R.Y else R.X);
      function "+" (L, R : Point) return Point is ((L.X, R.Y));
      P : constant Point := (A, 3);
   begin
      pragma Assert (2 * P = 5);
      pragma Assert (A * P /= 4);
      return 3 * (P + P) - 1;
   end Run_Scaled;
end Overloads;
