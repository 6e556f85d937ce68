package body Invariants is

   package Accounts is
      type Account is private
        with Type_Invariant => Is_Valid (Account);
      function Is_Valid (A : Account) return Boolean;
      function Opened (Limit : Natural) return Account;
      procedure Pay (A : in out Account; Amount : Integer);
      procedure Close (A : out Account);
      procedure Twice (A : in out Account; Amount : Integer);
      function Balance (A : Account) return Integer;
      type Accounts_Of_Two is array (1 .. 2) of Account;
      type Branch is record
         Number : Integer := 0;
         List : Accounts_Of_Two;
      end record;
      procedure Pay_All (List : in out Accounts_Of_Two; Amount : Integer);
      procedure Pay_Branch (B : in out Branch; Amount : Integer);
   private
      type Account is record
         Limit : Natural := 10;
         Sum : Integer := 0;
      end record;
      function Is_Valid (A : Account) return Boolean is (A.Sum >= -A.Limit);
      function Balance (A : Account) return Integer is (A.Sum);
   end Accounts;

   package body Accounts is
      procedure Move (A : in out Account; Amount : Integer) is
      begin
         A.Sum := A.Sum + Amount;
      end Move;

      function Opened (Limit : Natural) return Account is
        ((Limit => Limit, Sum => (if Limit = 77 then -78 else 0)));

      procedure Pay (A : in out Account; Amount : Integer) is
      begin
         Move (A, -Amount);
      end Pay;

      procedure Close (A : out Account) is
      begin
         A := (Limit => 0, Sum => 0);
      end Close;

      procedure Twice (A : in out Account; Amount : Integer) is
      begin
         Move (A, Amount);
         Move (A, Amount / 2);
         pragma Assert (A.Sum /= 150);
      end Twice;

      procedure Pay_All (List : in out Accounts_Of_Two; Amount : Integer) is
      begin
         for I in List'Range loop
            Move (List (I), -(Amount / I));
         end loop;
      end Pay_All;

      procedure Pay_Branch (B : in out Branch; Amount : Integer) is
      begin
         Move (B.List (2), Amount);
         B.Number := Amount / 3;
      end Pay_Branch;
   end Accounts;

   use Accounts;

   function Run_Pay (Limit : Natural; Amount : Integer) return Integer is
      A : Account := Opened (Limit);
   begin
      Pay (A, Amount);
      return Balance (A);
   end Run_Pay;

   function Run_Default (Amount : Integer) return Integer is
      A : Account;
   begin
      Twice (A, Amount);
      Pay (A, 3);
      return Balance (A);
   end Run_Default;

   function Run_Close (Amount : Integer) return Integer is
      A : Account := Opened (5);
   begin
      if Amount > 10 then
         Close (A);
      end if;
      Twice (A, Amount / 4);
      return Balance (A);
   end Run_Close;

   function Run_All (Limit : Natural; Amount : Integer) return Integer is
      List : Accounts_Of_Two;
   begin
      List (1) := Opened (Limit);
      Pay_All (List, Amount);
      return Balance (List (1)) / 2 + Balance (List (2)) / 2;
   end Run_All;

   function Run_Branch (Amount : Integer) return Integer is
      B : Branch;
   begin
      Pay_Branch (B, Amount);
      return Balance (B.List (2)) / 2 + B.Number;
   end Run_Branch;

   function Run_Initial (N : Integer) return Integer is
      package Counter
        with Initial_Condition => Value mod 3 /= 1
      is
         function Value return Integer;
      private
         Count : Integer := N;
         function Value return Integer is (Count);
      end Counter;
      package body Counter is
      begin
         Count := Count / 2;
      end Counter;
   begin
      return Counter.Value;
   end Run_Initial;

   function Is_Odd (N : Natural) return Boolean
     with Subprogram_Variant => (Decreases => N);
   function Is_Even (N : Natural) return Boolean is
     (N = 0 or else Is_Odd (N - 1))
     with Subprogram_Variant => (Decreases => N);
   function Is_Odd (N : Natural) return Boolean is
     (N /= 0 and then Is_Even (N - 1));

   function Run_Even (N : Integer) return Boolean is
     (Is_Even (abs N mod 30));

end Invariants;
