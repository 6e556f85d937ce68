--  A stack: what several calls do one after the other, told by functions of the hidden state.
package body Operands is

   type Store is array (1 .. Capacity) of Integer;

   Items : Store := (others => 0);
   Depth : Natural range 0 .. Capacity := 0;

   function Size return Natural is (Depth);

   function Top return Integer is (Items (Depth));

   procedure Push (X : Integer) is
   begin
      Depth := Depth + 1;
      Items (Depth) := X;
   end Push;

   procedure Pop (X : out Integer) is
   begin
      X := Items (Depth);
      Depth := Depth - 1;
   end Pop;

   procedure Exchange is
      A, B : Integer;
   begin
      Pop (A);
      Pop (B);
      Push (A);
      Push (B);
      pragma Assert (Top = B);
      pragma Assert (Items (Depth - 1) = A);
   end Exchange;

end Operands;
