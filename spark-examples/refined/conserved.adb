--  What leaves one account arrives in the other: the sum stays.
procedure Conserved (Amount : Natural; Left, Right : out Natural)
with
  Pre  => Amount <= 10_000,
  Post => Left + Right = Amount and then Left <= Right
is
begin
   Left := Amount;
   Right := 0;
   while Left > Right loop
      Left := Left - 1;
      Right := Right + 1;
   end loop;
end Conserved;
