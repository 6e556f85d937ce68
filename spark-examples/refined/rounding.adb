--  Contract cases: what holds afterwards depends on what held before.
package body Rounding is

   procedure Round (X : in out Integer; Step : Positive) is
   begin
      if X >= 0 then
         X := X - X mod Step;
      else
         while X rem Step /= 0 loop
            X := X + 1;
         end loop;
      end if;
   end Round;

end Rounding;
