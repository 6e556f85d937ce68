--  Hidden state: who is served has taken a ticket, over any sequence of calls.
package body Ticket is

   Given  : Natural := 0;
   Served : Natural := 0;

   procedure Take (Mine : out Natural) is
   begin
      Mine := Given;
      if Given < 1_000 then
         Given := Given + 1;
      end if;
   end Take;

   procedure Serve is
   begin
      if Served < Given then
         Served := Served + 1;
      end if;
   end Serve;

   function Waiting return Natural is
   begin
      return Given - Served;
   end Waiting;

end Ticket;
