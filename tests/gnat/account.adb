package body Account is
   subtype Money is Integer range -100 .. 10_000;
   Balance : Money := 0;
   Blocked : Boolean := False;
   Failures : Integer range 0 .. 3 := 0;

   procedure Deposit (Amount : Integer)
     with Pre => Amount > 0 and not Blocked
   is
   begin
      Balance := Balance + Amount;
   end Deposit;

   procedure Withdraw (Amount : Positive; Done : out Boolean)
     with Post => (Done or Failures > 0) and then Balance >= -100
   is
   begin
      Done := False;
      if Blocked then
         Failures := Failures + 1;
      elsif Amount > Balance + 100 then
         Failures := Failures + 1;
         Blocked := Failures > 1;
      else
         Balance := Balance - Amount;
         Done := True;
      end if;
   end Withdraw;

   procedure Move (Amount : Integer) is
      Worked : Boolean;
   begin
      if Amount > 0 then
         Withdraw (Amount, Worked);
         if Worked then
            Deposit (Amount - 1);
         end if;
      end if;
   end Move;
end Account;
