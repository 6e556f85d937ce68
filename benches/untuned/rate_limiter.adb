--  A bucket of tokens: it fills by three and never holds more than a hundred.
package body Rate_Limiter is

   Most : constant := 100;

   Tokens : Natural := Most;
   Spent  : Natural := 0;

   procedure Tick is
   begin
      Tokens := Natural'Min (Most, Tokens + 3);
      Spent := 0;
   end Tick;

   procedure Ask (Amount : Positive; Granted : out Boolean) is
      Before : constant Natural := Tokens with Ghost;
   begin
      Granted := Amount <= Tokens;
      if Granted then
         Tokens := Tokens - Amount;
         Spent := Spent + Amount;
      end if;
      pragma Assert (Tokens <= Before);
      pragma Assert (Spent <= Most);
      pragma Assert (Tokens + Spent <= Most);
   end Ask;

   function Left return Natural is (Tokens);

end Rate_Limiter;
