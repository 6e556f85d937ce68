procedure Membership (A, Low, High : Integer; Inside, Outside, Small, Listed : out Boolean) is
   subtype Digit is Integer range 0 .. 9;
begin
   Inside := A in Low .. High;
   Outside := A not in Low .. High;
   Small := A in Digit and A + 1 in -5 .. 5;
   Listed := A in Natural and then A not in Digit;
   pragma Assert (Inside /= Outside);
   pragma Assert (A not in 100 .. High);
end Membership;
