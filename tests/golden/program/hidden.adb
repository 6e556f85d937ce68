package body Hidden is
   procedure Called is
   begin
      Count := 0;
   end Called;

   procedure Shown is
   begin
      Called;
   end Shown;

   --  Ping and Pong call each other, Start calls them: Start is the entry.
   procedure Pong;

   procedure Ping is
   begin
      Pong;
   end Ping;

   procedure Pong is
   begin
      Ping;
   end Pong;

   procedure Start is
   begin
      Ping;
   end Start;

   --  A cycle that nobody calls: the one declared first is the entry.
   procedure Second;

   procedure First is
   begin
      Second;
   end First;

   procedure Second is
   begin
      First;
   end Second;

   procedure Half_Hidden is null;
end Hidden;
