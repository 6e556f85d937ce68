--  A counter that nobody sets back fails in the forty-fourth call.
package body Worn_Out is

   Count : Natural := 0;

   procedure Tick is
   begin
      Count := Count + 1;
      pragma Assert (Count <= 43);
   end Tick;

end Worn_Out;
