package body Sens is

   type Mode is (Off, On);
   State : Mode := Off;

   procedure Hidden (N : Natural) is
   begin
      State := (if N > 5 then On else Off);
      pragma Assert (N /= 7);
   end Hidden;

   procedure Step (C : Colour; P : in out Pair) is
   begin
      if C = Blue and P.A = 42 then
         P.B := P.B + P.A;
      end if;
   end Step;

   function Sum (V : Vec) return Integer is
      S : Integer := 0;
   begin
      for I in V'Range loop
         --% assert V (I) /=
         --%   17;
         null;
      end loop;
      S := V (V'First + 1);
      return S;
   end Sum;

   procedure Look (T : Tab) is
   begin
      pragma Assert (T (Green) /= T (Blue));
   end Look;

   procedure Listen is
      Last : Integer range 0 .. 255 := 0;
      Got : Integer range 0 .. 255;
   begin
      for I in 1 .. 3 loop
         Got := Port;
         --% nondet Last;
         --% assert even (Got) or Last /= 3;
         null;
      end loop;
   end Listen;

   procedure Push (S : in out Stack) is
   begin
      S.Top := S.Top + 1;
   end Push;

end Sens;
