--  Binary search: the middle lies between the ends, whatever the array holds.
package body Bisection is

   procedure Find (A : Table; Wanted : Integer; Found : out Boolean; Where : out Index) is
      Low    : Integer := 1;
      High   : Integer := 100;
      Middle : Integer;
   begin
      Found := False;
      Where := 1;
      while Low <= High and then not Found loop
         Middle := Low + (High - Low) / 2;
         if A (Middle) = Wanted then
            Found := True;
            Where := Middle;
         elsif A (Middle) < Wanted then
            Low := Middle + 1;
         else
            High := Middle - 1;
         end if;
      end loop;
   end Find;

end Bisection;
