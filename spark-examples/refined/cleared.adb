--  Every component is set; the postcondition says so with a quantifier.
package body Cleared is

   procedure Clear (A : out Table) is
   begin
      A := (others => 1);
      for I in Index loop
         A (I) := 0;
      end loop;
   end Clear;

   procedure Fill_Up (A : in out Table; First : Index; Value : Integer) is
   begin
      for I in First .. Index'Last loop
         A (I) := Value;
      end loop;
   end Fill_Up;

end Cleared;
