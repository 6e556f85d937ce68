--  A package inside a package; both keep the counter even.
package body Outer_Inner is

   package body Counting is

      Current : Integer := 0;

      procedure Up is
      begin
         if Current < 50 then
            Current := Current + 2;
         end if;
      end Up;

      procedure Down is
      begin
         if Current > -50 then
            Current := Current - 2;
         end if;
         pragma Assert (Current /= 7);
      end Down;

      function Value return Integer is (Current);

   end Counting;

   procedure Twice is
      Before : constant Integer := Counting.Value;
   begin
      Counting.Up;
      Counting.Up;
      pragma Assert (Counting.Value >= Before);
      pragma Assert (Counting.Value - Before in 0 | 2 | 4);
      pragma Assert (Counting.Value <= 50);
   end Twice;

end Outer_Inner;
