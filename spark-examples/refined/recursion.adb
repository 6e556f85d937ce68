--  Functions that call themselves and each other.
package body Recursion is

   function Sum_To (N : Natural) return Natural is
   begin
      if N = 0 then
         return 0;
      end if;
      return N + Sum_To (N - 1);
   end Sum_To;

   function Is_Even (N : Natural) return Boolean is
   begin
      if N = 0 then
         return True;
      end if;
      return Is_Odd (N - 1);
   end Is_Even;

   function Is_Odd (N : Natural) return Boolean is
   begin
      if N = 0 then
         return False;
      end if;
      return Is_Even (N - 1);
   end Is_Odd;

end Recursion;
