package Retry is

   type Outcome is (Pending, Sent, Failed);

   procedure Start;
   procedure Answer (Ok : Boolean);
   procedure Time_Out;

   function Result return Outcome;

end Retry;
