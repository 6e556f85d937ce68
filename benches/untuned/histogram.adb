package body Histogram is

   procedure Count (G : Grades; C : out Counts) is
   begin
      C := (others => 0);
      for I in G'Range loop
         C (G (I)) := C (G (I)) + 1;
      end loop;
   end Count;

   function Passed (G : Grades) return Natural is
      N : Natural := 0;
   begin
      for I in G'Range loop
         if G (I) <= 4 then
            N := N + 1;
         end if;
      end loop;
      return N;
   end Passed;

end Histogram;
