--  sabs: abstract --method cartesian --seed checks,guards,contracts
--  Predicates taken from the program's own conditions, piece by piece; what says the same twice,
--  or nothing, is left out.
procedure Seeds (X : in out Integer) with Pre => X > 0 and X < 100, Post => X >= 1 is
begin
   if not (X <= 0) then
      X := X + 1;
   end if;
end Seeds;
