--  An array that nobody has set is set component by component, before anybody reads it.
package body Filled is

   procedure Fill (A : out Table; Value : Integer) is
   begin
      for I in A'Range loop
         A (I) := Value;
      end loop;
   end Fill;

end Filled;
