--  The greatest sum of neighbours (Kadane).
package body Best_Sum is

   function Best (G : Gains) return Integer is
      Here, Most : Integer := 0;
   begin
      for I in G'Range loop
         Here := Integer'Max (0, Here + G (I));
         if Here > Most then
            Most := Here;
         end if;
         pragma Assert (Here <= Most);
      end loop;
      return Most;
   end Best;

end Best_Sum;
