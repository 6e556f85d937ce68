--  Two counters go down together, one from twice as high.
procedure Countdown_Pair (Start : Natural; Rest : out Natural)
with
  Pre  => Start <= 1_000,
  Post => Rest = Start
is
   Steps : Natural := Start;
begin
   Rest := 2 * Start;
   while Steps > 0 loop
      Steps := Steps - 1;
      Rest := Rest - 1;
   end loop;
end Countdown_Pair;
