--  The positions of a ring buffer agree with its fill level, up to multiples of the size.
package body Empty_Ring is

   Size : constant := 8;

   subtype Index is Integer range 0 .. Size - 1;
   type Store is array (Index) of Integer;

   Items : Store := (others => 0);
   Head  : Index := 0;
   Tail  : Index := 0;
   Count : Integer range 0 .. Size := 0;

   procedure Put (X : Integer) is
   begin
      if Count < Size then
         Items (Head) := X;
         Head := (Head + 1) mod Size;
         Count := Count + 1;
      end if;
      pragma Assert (if Count = Size then Head = Tail);
   end Put;

   procedure Get (X : out Integer) is
   begin
      X := 0;
      if Count > 0 then
         X := Items (Tail);
         Tail := (Tail + 1) mod Size;
         Count := Count - 1;
      end if;
      pragma Assert (if Count = 0 then Head = Tail);
   end Get;

end Empty_Ring;
