--  One round of exchanges does not sort.
package body Unsorted is

   procedure Bubble (A : in out Table) is
      Kept : Integer;
   begin
      for I in 1 .. 3 loop
         if A (I) > A (I + 1) then
            Kept := A (I);
            A (I) := A (I + 1);
            A (I + 1) := Kept;
         end if;
      end loop;
   end Bubble;

end Unsorted;
