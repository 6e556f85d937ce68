--  A stack whose contracts speak of a function of the hidden state.
package body Stack is

   type Store is array (1 .. Capacity) of Integer;

   Items : Store := (others => 0);
   Top   : Natural := 0;

   function Size return Natural is (Top);

   procedure Push (X : Integer) is
   begin
      Top := Top + 1;
      Items (Top) := X;
   end Push;

   procedure Pop (X : out Integer) is
   begin
      X := Items (Top);
      Top := Top - 1;
   end Pop;

end Stack;
