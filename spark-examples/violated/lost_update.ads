package Lost_Update is

   procedure Deposit (Amount : Positive)
   with Pre => Amount <= 100;

   procedure Withdraw (Amount : Positive)
   with Pre => Amount <= 100;

end Lost_Update;
