--  The limit is tested before the fee is taken.
package body Lost_Update is

   Balance : Integer := 0;

   procedure Deposit (Amount : Positive) is
   begin
      if Balance <= 1_000 then
         Balance := Balance + Amount;
      end if;
   end Deposit;

   procedure Withdraw (Amount : Positive) is
   begin
      if Balance >= Amount then
         Balance := Balance - Amount - 1;
      end if;
      pragma Assert (Balance >= 0);
   end Withdraw;

end Lost_Update;
