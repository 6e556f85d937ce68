package body Recs is
   procedure Bump (A : in out Items; At_I : Index; By : Natural) is
   begin
      if A (At_I).K = Run then
         A (At_I).V := A (At_I).V + By;
      end if;
   end Bump;
   function Total (A : Items) return Natural is
      S : Natural := 0;
   begin
      for I in A'Range loop
         if A (I).K /= Stop and then A (I).V < 100 then
            S := S + A (I).V;
         end if;
      end loop;
      pragma Assert (S < 700);
      return S;
   end Total;
   procedure Switch (A : in out Items; I, J : Index) is
      T : Item := A (I);
   begin
      A (I) := A (J);
      A (J) := T;
      A (J).V := A (I).V;
   end Switch;
end Recs;
