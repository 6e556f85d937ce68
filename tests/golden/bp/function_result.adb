--  sabs: abstract --method cartesian
--  What a function returns is known to its caller by the predicates about its result.
package body Function_Result is
   function Half (X : Integer) return Integer is
      --% predicate X >= 0, Half'Result >= 0, Half'Result <= X;
   begin
      return X / 2;
   end Half;

   procedure Use_It (Y : in Integer; Z : out Integer) is
      --% predicate Y >= 0, Z >= 0, Z <= Y;
   begin
      Z := Half (Y);
      if Y >= 0 then
         pragma Assert (Z >= 0);
      end if;
   end Use_It;
end Function_Result;
