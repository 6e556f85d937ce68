--  sabs: abstract --method direct
--  What a function says of its result is known in the expression around the call.
package body Result_In_Expression is
   function Inc (Y : Integer) return Integer is
      --% predicate Inc'Result > 0;
      --% predicate Y > 0;
   begin
      if Y > 0 and then Y < 100 then
         return Y + 1;
      end if;
      return 7;
   end Inc;

   procedure Use_It (X : in Integer; Z : out Integer) is
      --% predicate Z > 1;
   begin
      Z := Inc (X) / 1 + 1;
      if Inc (Z) > 0 then
         pragma Assert (Z > 1);
      end if;
      pragma Assert (Inc (X) > 0 and Inc (X) + Inc (Z) > 1);
   end Use_It;
end Result_In_Expression;
