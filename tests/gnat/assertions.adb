procedure Assertions (A, B : Integer; Result : out Integer) is
begin
   pragma Assume (A /= 3);
   pragma Assert (A /= 5);
   pragma Assert
     (B < 1000
      or A > 0);
   Result := 0;
   while Result < 10 loop
      Result := Result + 3;
      pragma Assert (Result /= A);
      --% assert Result - B /= 6;
      --% assume Result + B /= 13;
   end loop;
   --% assert A / (B - 11) >= -900;
   pragma Assume (B - 7 > A
     or else B <= A + 7);
end Assertions;
