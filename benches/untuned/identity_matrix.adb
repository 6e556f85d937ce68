package body Identity_Matrix is

   procedure Make (M : out Matrix) is
   begin
      M := (others => (others => 0));
      for I in 1 .. 4 loop
         M (I, I) := 1;
      end loop;
   end Make;

   function Trace (M : Matrix) return Integer is
      Sum : Integer := 0;
   begin
      for I in 1 .. 4 loop
         Sum := Sum + M (I, I);
      end loop;
      return Sum;
   end Trace;

end Identity_Matrix;
