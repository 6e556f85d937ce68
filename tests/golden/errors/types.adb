package body Types is
   type T is range 1 .. 100;
   N : Integer := 3;
   subtype Dynamic is Integer range 1 .. N;
   subtype Wrong is Positive range 0 .. 3;
   type Huge is range 0 .. 2 ** 127;
   C : constant Integer;
   X : T := 5;
   B : Boolean := 1;
   X : Integer := 2;
   Big : Integer := 2_147_483_648;
   Named : constant := N;

   procedure P (A : Integer; O : out Integer; L : Undeclared) is
   begin
      O := A + X;
      O := A and B;
      B := not A;
      B := A;
      B := A < B;
      A := 1;
      O := T;
      O := P;
      C := 1;
      if A then
         null;
      end if;
      for I in B .. True loop
         I := 2;
      end loop;
      for I in Boolean loop
         null;
      end loop;
      exit;
      Loop_1 : loop
         exit Loop_2;
      end loop Loop_1;
      P (1, O);
      P (1, 2, O);
      P (1, L => O, M => 3);
      N (1);
      Q (1);
      O := Integer (B);
      O := Types.Z;
      B := A in T;
      B := A = 2_147_483_648;
   end P;

   procedure Missing;

   procedure P is
   begin
      null;
   end P;
begin
   return;
end Types;
