--  sabs: abstract --method cartesian --seed checks,guards
--  What is said of the unit's variables is said once for all subprograms, and of the elaboration too.
package body Seeds_Of_Unit is
   Limit : Integer := 7;
   Count : Integer := 0;

   procedure Up is
   begin
      if Count < 10 and Limit /= 3 then
         Count := Count + 1;
      end if;
   end Up;

   procedure Down is
   begin
      if 10 > Count then
         Count := 10;
      end if;
   end Down;
begin
   if Limit > 7 then
      Limit := 3;
   end if;
   pragma Assert (Limit <= 7);
end Seeds_Of_Unit;
