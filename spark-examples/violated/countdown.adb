--  A loop in steps of two misses zero.
procedure Countdown (N : Natural; Rest : out Integer)
with
  Pre  => N <= 9,
  Post => Rest = 0
is
begin
   Rest := N;
   while Rest > 0 loop
      Rest := Rest - 2;
   end loop;
end Countdown;
