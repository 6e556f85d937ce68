--% option method = cartesian, max_cube = 2;
package body Predicate is
   Total : Natural := 0;
   --% predicate Total > 0;
   --% predicate small : Total < 10,
   --%    even (Total), Total /= 3 or else Total mod 2 = 1;

   procedure Sum (N : Natural) is
      --% option max_cube = 4;
      S : Natural := 0;
   begin
      for I in 1 .. N loop
         --% predicate I <= N;
         declare
            Local : Integer := I;
         begin
            --% predicate Local = I;
            Local := Local / 2;
            S := Local;
         end;
      end loop;
      Total := S;
      --% predicate S = Total;
   end Sum;
end Predicate;
