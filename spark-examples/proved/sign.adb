--  Three ways through nested conditionals.
procedure Sign (X : Integer; S : out Integer) is
   --% predicate X > 0, X = 0, S = 1, S = 0, S = -1;
begin
   if X > 0 then
      S := 1;
   elsif X = 0 then
      S := 0;
   else
      S := -1;
   end if;
   pragma Assert (if S = 0 then X = 0);
   pragma Assert (S in -1 .. 1);
end Sign;
