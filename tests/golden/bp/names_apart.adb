--  sabs: abstract --method cartesian
--  P.A_B and P.A.B cannot both be called P_A_B.
package body Names_Apart is
   procedure A_B (X : in out Integer) is
      --% predicate X > 0;
   begin
      X := 1;
   end A_B;

   package A is
      procedure B (X : in out Integer);
   end A;

   package body A is
      procedure B (X : in out Integer) is
         --% predicate X > 0;
      begin
         A_B (X);
         pragma Assert (X > 0);
         X := -1;
      end B;
   end A;
end Names_Apart;
