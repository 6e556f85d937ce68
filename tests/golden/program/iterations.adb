package body Iterations is
   subtype Odd is Integer with Static_Predicate => Odd in 1 | 3 | 5 .. 7;
   type Grid is array (1 .. 2, Boolean) of Integer;

   procedure Go_Through (G : in out Grid) is
   begin
      for I in reverse Odd loop
         G (1, True) := I;
      end loop;
      for E of G loop
         E := 2;
      end loop;
   end Go_Through;

   procedure Not_Read (X : in out Integer) is
   begin
      for I in Odd range 1 .. 3 loop
         X := I;
      end loop;
   end Not_Read;
end Iterations;
