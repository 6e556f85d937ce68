package Sequence_Number is

   type Number is mod 2 ** 8;

   procedure Send;

   procedure Acknowledge;

   function In_Flight return Number;

end Sequence_Number;
