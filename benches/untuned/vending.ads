package Vending is

   type State is (Idle, Paying, Serving, Refunding);

   procedure Insert (Coin : Positive)
   with Pre => Coin in 1 | 2 | 5;
   procedure Choose;
   procedure Deliver;
   procedure Cancel;

   function Now return State;
   function Credit return Natural;

end Vending;
