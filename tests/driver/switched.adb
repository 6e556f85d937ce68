package body Switched is
   pragma Assertion_Policy
     (Assert => Ignore,
      Post   => Ignore);

   procedure Halve (X : in out Integer) is
   begin
      pragma Assert (X /= 50);
      X := X / 2;
   end Halve;

   procedure Divide (X : Integer; Y : out Integer) is
      pragma Suppress (All_Checks);
   begin
      Y := X + 1;
   end Divide;
end Switched;
