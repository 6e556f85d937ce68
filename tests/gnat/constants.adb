procedure Constants (A : Integer; Result : out Integer) is
   Limit : constant := 100;
   Largest : constant Integer := Integer'Last;
   Base : constant Integer := A / 2 + Limit;
   subtype Near is Integer range -Limit .. Limit;
   Start : constant Near := A mod Limit;
begin
   Result := Base - Start;
   if Result > Near'Last then
      Result := Largest - Result;
   elsif Result < Near'First then
      Result := Integer'First + 1;
   end if;
   Result := Result + Limit;
end Constants;
