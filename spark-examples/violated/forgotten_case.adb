--  One of the colours is handled as if it were another.
procedure Forgotten_Case (Step : Natural; Speed : out Natural) is
   type Colour is (Red, Yellow, Green);
   Light : Colour := Red;
begin
   if Step mod 3 = 1 then
      Light := Yellow;
   elsif Step mod 3 = 2 then
      Light := Green;
   end if;
   case Light is
      when Red            => Speed := 0;
      when Yellow | Green => Speed := 50;
   end case;
   pragma Assert (if Light = Yellow then Speed <= 30);
end Forgotten_Case;
