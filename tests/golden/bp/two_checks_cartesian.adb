--  sabs: abstract --method cartesian
--  The second check must stay reachable although the first is undecided.
procedure Two_Checks (X, Y : Integer) is
   --% predicate Y > 0;
begin
   pragma Assert (X > 0);
   pragma Assert (Y > 0);
   pragma Assert (X >= 0);
end Two_Checks;
