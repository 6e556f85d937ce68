--  The bound that the postcondition claims is passed forty calls deep.
package body Deep_Recursion is

   function Depth (N : Natural) return Natural is
   begin
      if N = 0 then
         return 0;
      end if;
      return Depth (N - 1) + 1;
   end Depth;

end Deep_Recursion;
