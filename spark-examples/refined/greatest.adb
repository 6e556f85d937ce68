--  No component is greater than the greatest.
package body Greatest is

   function Greatest_Of (A : Table) return Integer is
      Best : Integer := A (Index'First);
   begin
      for I in 2 .. Index'Last loop
         if A (I) > Best then
            Best := A (I);
         end if;
      end loop;
      return Best;
   end Greatest_Of;

end Greatest;
