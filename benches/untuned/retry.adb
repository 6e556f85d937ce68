--  A message is sent at most four times; the pause doubles each time.
package body Retry is

   Status : Outcome := Sent;
   Tries  : Natural := 0;
   Pause  : Natural := 1;

   procedure Start is
   begin
      if Status /= Pending then
         Status := Pending;
         Tries := 1;
         Pause := 1;
      end if;
   end Start;

   procedure Answer (Ok : Boolean) is
   begin
      if Status = Pending and Ok then
         Status := Sent;
      end if;
   end Answer;

   procedure Time_Out is
   begin
      if Status = Pending then
         if Tries < 4 then
            Tries := Tries + 1;
            Pause := Pause * 2;
         else
            Status := Failed;
         end if;
      end if;
      pragma Assert (Pause <= 8);
      pragma Assert (if Status = Failed then Tries = 4);
   end Time_Out;

   function Result return Outcome is (Status);

end Retry;
