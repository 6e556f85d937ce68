procedure Old_Values (X, Y : in out Integer)
  with Pre => X < 100_000,
       Post => X = X'Old + 3 and then Y >= Y'Old
is
begin
   X := X + 3;
   if X > Y then
      Y := X;
   elsif X = Y then
      Y := Y - 1;
   end if;
end Old_Values;
