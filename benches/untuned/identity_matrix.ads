package Identity_Matrix is

   type Matrix is array (1 .. 4, 1 .. 4) of Integer;

   procedure Make (M : out Matrix)
   with Post => (for all I in 1 .. 4 => (for all J in 1 .. 4 =>
                   M (I, J) = (if I = J then 1 else 0)));

   function Trace (M : Matrix) return Integer
   with Pre => (for all I in 1 .. 4 => M (I, I) in -1_000 .. 1_000);

end Identity_Matrix;
