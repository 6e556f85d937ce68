--  A loop that is left in its middle, by name.
procedure Search (Target : Integer; Found : out Boolean; At_Place : out Integer)
with Pre => Target >= 0
is
   --% predicate Found, At_Place = Target, At_Place < 100, At_Place <= 100;
begin
   Found := False;
   At_Place := 0;
   Hunt : while At_Place < 100 loop
      if At_Place = Target then
         Found := True;
         exit Hunt;
      end if;
      At_Place := At_Place + 1;
   end loop Hunt;
   pragma Assert (if Found then At_Place = Target);
   pragma Assert (At_Place <= 100);
end Search;
