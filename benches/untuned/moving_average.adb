--  The mean of the last eight values.
package body Moving_Average is

   type Slot is mod 8;
   type Window is array (Slot) of Value;

   Values : Window := (others => 0);
   Next   : Slot := 0;

   procedure Add (V : Value) is
   begin
      Values (Next) := V;
      Next := Next + 1;
   end Add;

   function Average return Value is
      Total : Natural := 0;
   begin
      for S in Slot loop
         Total := Total + Values (S);
      end loop;
      return Total / 8;
   end Average;

end Moving_Average;
