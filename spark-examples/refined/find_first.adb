--  Looks for a value from both ends.
package body Find_First is

   procedure Find (A : Table; Wanted : Integer; Found : out Boolean; Where : out Index) is
   begin
      Found := False;
      Where := Index'First;
      for I in Index loop
         if A (I) = Wanted then
            Found := True;
            Where := I;
            exit;
         end if;
      end loop;
   end Find;

   function Last_Of (A : Table; Wanted : Integer) return Natural is
      I : Natural := 20;
   begin
      while I > 0 and then A (I) /= Wanted loop
         I := I - 1;
      end loop;
      return I;
   end Last_Of;

end Find_First;
