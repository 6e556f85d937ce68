--  A window over numbers that wrap: never more than four are on their way.
package body Sequence_Number is

   Next   : Number := 0;
   Oldest : Number := 0;
   Count  : Natural := 0;

   procedure Send is
   begin
      if Count < 4 then
         Next := Next + 1;
         Count := Count + 1;
      end if;
      pragma Assert (Count <= 4);
   end Send;

   procedure Acknowledge is
   begin
      if Count > 0 then
         Oldest := Oldest + 1;
         Count := Count - 1;
      end if;
   end Acknowledge;

   function In_Flight return Number is
   begin
      return Next - Oldest;
   end In_Flight;

end Sequence_Number;
