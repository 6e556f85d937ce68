--  Insertion sort: every index lies in the array.
package body Insertion is

   procedure Sort (A : in out Table) is
      Value : Integer;
      Hole  : Natural;
   begin
      for I in 2 .. Index'Last loop
         Value := A (I);
         Hole := I - 1;
         while Hole >= 1 and then A (Hole) > Value loop
            A (Hole + 1) := A (Hole);
            Hole := Hole - 1;
         end loop;
         A (Hole + 1) := Value;
      end loop;
   end Sort;

end Insertion;
