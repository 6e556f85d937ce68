package Account is

   subtype Money is Integer range 0 .. 1_000_000;

   function Balance return Money;

   procedure Transfer (Amount : Money; Done : out Boolean)
   with
     Contract_Cases =>
       (Amount <= Balance => Done and Balance = Balance'Old - Amount,
        Amount > Balance  => not Done and Balance = Balance'Old);

   procedure Deposit (Amount : Money)
   with Post => Balance >= Balance'Old;

end Account;
