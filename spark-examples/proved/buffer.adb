--  How full a buffer is: the invariant of a package over any sequence of calls.
package body Buffer is

   Size : constant := 8;

   Count : Integer := 0;

   --% predicate Count >= 0, Count <= 8, Count = 0, Count = 8;

   procedure Put (Done : out Boolean) is
   begin
      Done := Count < Size;
      if Count < Size then
         Count := Count + 1;
      end if;
      pragma Assert (Count in 0 .. Size);
   end Put;

   procedure Get (Done : out Boolean) is
   begin
      Done := Count > 0;
      if Count > 0 then
         Count := Count - 1;
      end if;
      pragma Assert (Count in 0 .. Size);
   end Get;

end Buffer;
