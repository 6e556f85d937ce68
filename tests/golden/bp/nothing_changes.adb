--  sabs: abstract --method cartesian
--  What keeps its value is not mentioned, not even where another predicate says the same.
procedure Nothing_Changes (X : in out Integer; Y : in out Integer) is
   --% predicate X > 0, X <= 0, Y > X;
begin
   X := X + 0;
   if Y > X then
      Y := Y + 0;
      X := X + 0;
   end if;
   pragma Assert (X > 0);
   X := 2 * X - X;
end Nothing_Changes;
