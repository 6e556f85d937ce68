--  A body without a specification, and a clause of a loop.
package body Bare is

   procedure Climb (N : in out Integer) is
   begin
      for I in 1 .. 1_000 loop
         --% invariant I < 44;
         N := N / 2;
      end loop;
   end Climb;

end Bare;
