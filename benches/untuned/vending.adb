--  A machine that sells at seven; credit is only held while somebody pays.
package body Vending is

   Price : constant := 7;

   Current : State := Idle;
   Paid    : Natural := 0;
   Sold    : Natural := 0;

   procedure Insert (Coin : Positive) is
   begin
      case Current is
         when Idle =>
            Paid := Coin;
            Current := Paying;
         when Paying =>
            if Paid < Price then
               Paid := Paid + Coin;
            end if;
         when Serving | Refunding =>
            null;
      end case;
      pragma Assert (Paid <= Price + 4);
   end Insert;

   procedure Choose is
   begin
      if Current = Paying and then Paid >= Price then
         Paid := Paid - Price;
         Current := Serving;
      end if;
   end Choose;

   procedure Deliver is
   begin
      if Current = Serving then
         if Sold < Natural'Last then
            Sold := Sold + 1;
         end if;
         pragma Assert (Paid < 5);
         Current := (if Paid > 0 then Refunding else Idle);
      end if;
   end Deliver;

   procedure Cancel is
   begin
      if Current in Paying | Refunding then
         pragma Assert (Paid > 0);
         Paid := 0;
         Current := Idle;
      end if;
      pragma Assert (if Current = Idle then Paid = 0);
   end Cancel;

   function Now return State is (Current);
   function Credit return Natural is (Paid);

end Vending;
