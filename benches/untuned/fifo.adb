--  A queue with a read and a write position that go round, and its length.
package body Fifo is

   subtype Index is Integer range 0 .. Capacity - 1;
   type Store is array (Index) of Integer;

   Items  : Store := (others => 0);
   Head   : Index := 0;
   Tail   : Index := 0;
   Length : Integer range 0 .. Capacity := 0;

   function Is_Full return Boolean is (Length = Capacity);
   function Is_Empty return Boolean is (Length = 0);

   procedure Push (X : Integer) is
   begin
      Items (Head) := X;
      Head := (if Head = Index'Last then 0 else Head + 1);
      Length := Length + 1;
      pragma Assert ((Head = Tail) = (Length = Capacity));
   end Push;

   procedure Pop (X : out Integer) is
   begin
      X := Items (Tail);
      Tail := (if Tail = Index'Last then 0 else Tail + 1);
      Length := Length - 1;
      pragma Assert ((Head = Tail) = (Length = 0));
   end Pop;

end Fifo;
