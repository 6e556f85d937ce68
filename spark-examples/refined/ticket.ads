package Ticket is

   procedure Take (Mine : out Natural);

   procedure Serve;

   function Waiting return Natural;

end Ticket;
