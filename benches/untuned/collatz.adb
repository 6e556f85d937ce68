--  A step limit keeps the loop and the numbers bounded.
procedure Collatz (Start : Positive; Steps : out Natural)
with
  Pre  => Start <= 10_000,
  Post => Steps <= 100
is
   Value : Positive := Start;
begin
   Steps := 0;
   while Value /= 1 and Steps < 100 loop
      if Value mod 2 = 0 then
         Value := Value / 2;
      else
         exit when Value > 1_000_000;
         Value := 3 * Value + 1;
      end if;
      Steps := Steps + 1;
   end loop;
end Collatz;
