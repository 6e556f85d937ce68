--  Visible variables, nested packages, records with arrays, expression functions, recursion.
package body Nested is

   Size : Natural := 0;

   package body Inner is
      procedure Raise_It (By : Level) is
      begin
         null;
      end Raise_It;
   end Inner;

   procedure Count (N : Natural)
   with Pre => N < 10
   is
   begin
      if N > 0 then
         Count (N - 1);
      else
         pragma Assert (Size < 2);
      end if;
   end Count;

   procedure Grow is
   begin
      if Size < Limit then
         Size := Size + 1;
      end if;
      pragma Assert (Limit /= 8);
      Count (3);
   end Grow;

   procedure Send (F : Frame) is
   begin
      pragma Assert (F.Data (2, 1) /= 5);
   end Send;

end Nested;
