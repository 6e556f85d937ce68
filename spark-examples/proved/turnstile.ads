package Turnstile is

   procedure Coin;

   procedure Pass;

end Turnstile;
