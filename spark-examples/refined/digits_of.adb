--  How many decimal digits a number has.
procedure Digits_Of (N : Natural; Count : out Positive)
with Post => Count <= 10
is
   Left : Natural := N;
begin
   Count := 1;
   while Left >= 10 loop
      Left := Left / 10;
      Count := Count + 1;
   end loop;
   pragma Assert (Left <= 9);
end Digits_Of;
