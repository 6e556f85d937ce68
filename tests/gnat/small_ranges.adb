procedure Small_Ranges (A, B : Integer; Result : out Integer) is
   subtype Small is Integer range -10 .. 10;
   subtype Digit is Small range 0 .. 9;
   S : Small := A rem 13;
   D : Digit;
begin
   D := 0;
   if S > 0 then
      D := S;
   end if;
   S := D + B rem 11;
   D := S
     - D;
   S := D * 2;
   Result := S + D;
end Small_Ranges;
