--  A ring buffer: the positions and the fill level stay in their bounds over any calls.
package body Ring is

   Size : constant := 8;

   type Store is array (0 .. Size - 1) of Integer;

   Items : Store := (others => 0);
   First : Integer := 0;
   Count : Integer := 0;

   procedure Put (X : Integer; Done : out Boolean) is
   begin
      Done := Count < Size;
      if Done then
         Items ((First + Count) mod Size) := X;
         Count := Count + 1;
      end if;
   end Put;

   procedure Get (X : out Integer; Done : out Boolean) is
   begin
      Done := Count > 0;
      X := 0;
      if Done then
         X := Items (First);
         First := (First + 1) mod Size;
         Count := Count - 1;
      end if;
   end Get;

end Ring;
