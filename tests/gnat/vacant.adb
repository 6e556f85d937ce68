package body Vacant is

   subtype From_0_To_2 is Integer range 0 .. 2;
   subtype From_Minus_1_To_3 is Integer range -1 .. 3;
   subtype From_Minus_1_To_6 is Integer range -1 .. 6;

   type List is array (Integer range <>) of Integer;
   type Grid is array (Integer range <>, Integer range <>) of Integer;
   subtype Small is Integer range 0 .. 5;
   type Inner is record
      A : Small := 1;
      B : Integer := 2;
   end record;
   type Outer is record
      I : Inner;
      J : Inner := (3, 4);
      K : Small := 5;
   end record;

   function Run_Join (N : From_Minus_1_To_3; M : From_Minus_1_To_3) return Integer
   is
      A : constant List (2 .. N) := (others => 1);
      B : constant List (3 .. M) := (others => 2);
      C : constant List := A & B;
   begin
      return C'First * 100 + C'Last * 10 + C'Length;
   end Run_Join;

   function Run_Equal (A : From_0_To_2; B : From_0_To_2; C : From_0_To_2; D : From_0_To_2) return Integer
   is
      X : constant Grid (1 .. A, 1 .. B) := (others => (others => 1));
      Y : constant Grid (2 .. C + 1, 0 .. D - 1) := (others => (others => 1));
   begin
      return (if X = Y then 1 else 0) + (if X /= Y then 10 else 0);
   end Run_Equal;

   function Run_Assign (A : From_0_To_2; B : From_0_To_2; C : From_0_To_2; D : From_0_To_2) return Integer
   is
      X : Grid (1 .. A, 1 .. B) := (others => (others => 1));
      Y : constant Grid (2 .. C + 1, 0 .. D - 1) := (others => (others => 2));
   begin
      X := Y;
      return X'Length (1) * 10 + X'Length (2);
   end Run_Assign;

   function Run_Box (V : From_Minus_1_To_6; W : From_Minus_1_To_6) return Integer
   is
      O : Outer := (I => <>, J => (A => V, B => <>), K => <>);
      P : constant Outer := (I | J => (A => W, others => 7), K => 3);
   begin
      O.I := P.J;
      O := (O with delta K => O.K - V, J => (O.J with delta B => W));
      return O.I.A + O.J.A * 10 + O.J.B * 100 + O.K * 1000;
   end Run_Box;

end Vacant;
