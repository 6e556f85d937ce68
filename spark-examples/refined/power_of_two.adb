--  Doubling until a bound: what comes out is less than twice the bound.
procedure Power_Of_Two (Bound : Positive; Power : out Positive)
with
  Pre  => Bound <= 1_000_000,
  Post => Power >= Bound and then Power < 2 * Bound
is
begin
   Power := 1;
   while Power < Bound loop
      Power := 2 * Power;
   end loop;
end Power_Of_Two;
