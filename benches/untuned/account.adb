package body Account is

   Held : Money := 0;

   function Balance return Money is (Held);

   procedure Transfer (Amount : Money; Done : out Boolean) is
   begin
      Done := False;
      if Amount <= Held then
         Held := Held - Amount;
         Done := True;
      end if;
   end Transfer;

   procedure Deposit (Amount : Money) is
   begin
      if Held <= Money'Last - Amount then
         Held := Held + Amount;
      else
         Held := Money'Last;
      end if;
   end Deposit;

end Account;
