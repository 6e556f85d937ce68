--  sabs: abstract --block large
--  Both ways of the branch are one relation: the assertion needs no predicate about the sign.
procedure Sign (X : Integer; S : out Integer) is
   --% predicate S in -1 .. 1;
begin
   if X < 0 then
      S := -1;
   elsif X = 0 then
      S := 0;
   else
      S := 1;
   end if;
   pragma Assert (S in -1 .. 1);
end Sign;
