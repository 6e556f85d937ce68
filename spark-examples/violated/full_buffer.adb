--  Nobody asks whether there is room: the ninth call fails.
package body Full_Buffer is

   Count : Integer range 0 .. 8 := 0;

   procedure Put is
   begin
      Count := Count + 1;
   end Put;

end Full_Buffer;
