--  The preconditions are functions of hidden state whose bodies stand here.
package body Bounded_Count is

   Most : constant := 5;

   Length : Natural := 0;

   function Full return Boolean is (Length = Most);
   function Empty return Boolean is (Length = 0);

   procedure Put is
   begin
      Length := Length + 1;
      pragma Assert (Length <= Most);
   end Put;

   procedure Get is
   begin
      Length := Length - 1;
   end Get;

end Bounded_Count;
