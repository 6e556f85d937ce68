--  Who passes has paid: a Boolean and a counter that move together.
package body Turnstile is

   Open : Boolean := False;
   Coins : Integer := 0;

   --% predicate Open, Coins > 0, Coins >= 0, Coins <= 1;

   procedure Coin is
   begin
      if not Open then
         Coins := 1;
         Open := True;
      end if;
   end Coin;

   procedure Pass is
   begin
      if Open then
         pragma Assert (Coins > 0);
         Coins := Coins - 1;
         Open := False;
      end if;
   end Pass;

end Turnstile;
