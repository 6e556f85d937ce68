package body Functions is

   function Square (X : Integer) return Integer is
   begin
      return X * X;
   end Square;

   function Positive_Part (X : Integer) return Natural is
     (if X > 0 then X else 0);

   function Sum (A, B : Integer) return Integer is (A + B)
     with Pre => A < 1_000_000;

   function "-" (A : Boolean) return Boolean is (not A);

   function Twice (X : Integer) return Integer is (X + X);
   function Twice (X : Boolean) return Boolean is (X and X);

   function Run_Square (X : Integer) return Integer is (Square (X) + 1);

   function Run_Sum (A, B : Integer) return Integer is
   begin
      return Sum (A, Square (B)) - Positive_Part (A);
   end Run_Sum;

   procedure Run_Order (A, B : Integer; R : out Integer) is
   begin
      if A /= 0 and then Square (B) / A > 3 then
         R := Twice (A);
      elsif Twice (B > A) then
         R := Sum (A => B, B => 1);
      else
         R := (if -(A = B) then 7 else Twice (B));
      end if;
   end Run_Order;

   function Factorial (N : Natural) return Positive is
     (if N = 0 then 1 else N * Factorial (N - 1));

   function Run_Factorial (N : Natural) return Integer
     with Pre => N < 20
   is
   begin
      return Factorial (N);
   end Run_Factorial;

   function Default (X : Integer; Y : Integer := 5) return Integer is (X / Y);

   function Run_Default (X, Y : Integer) return Integer is
     (Default (X) + Default (X, Y));

   function Checked (X : Integer) return Integer
     with Pre => Square (X) > 4, Post => Checked'Result >= X;

   function Checked (X : Integer) return Integer is
   begin
      return abs X;
   end Checked;

   function Run_Checked (X : Integer) return Integer is (Checked (X));

end Functions;
