package body Selection_Sort is

   procedure Sort (L : in out List) is
      Least : Positive;
      Kept  : Integer;
   begin
      for I in 1 .. 5 loop
         Least := I;
         for J in I + 1 .. 6 loop
            if L (J) < L (Least) then
               Least := J;
            end if;
         end loop;
         Kept := L (I);
         L (I) := L (Least);
         L (Least) := Kept;
      end loop;
   end Sort;

end Selection_Sort;
