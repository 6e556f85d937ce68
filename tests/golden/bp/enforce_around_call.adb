--  sabs: verify --no-refine
--  While Raise_It runs, the bit of Level = Floor in Look speaks of the state before the call and
--  the bit of Floor = 0 of the state after it: together they look inconsistent, and must not cut
--  the run. Otherwise the last assertion, which fails, would be proved.
package body Enforce_Around_Call is
   Floor : Integer := 0;
   --% predicate Floor = 0;

   procedure Raise_It is
   begin
      Floor := 1;
   end Raise_It;

   procedure Look (Level : Integer) is
      --% predicate Level = Floor, Level = 0;
   begin
      Floor := 0;
      if Level = 0 then
         Raise_It;
         pragma Assert (Floor /= 0);
         pragma Assert (Floor = 0);
      end if;
   end Look;
end Enforce_Around_Call;
