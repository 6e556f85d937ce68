--  A sum that stops at the end of its range.
procedure Saturate (Level : in out Integer; Step : Integer)
with
  Pre  => Level in 0 .. 100 and then Step in 0 .. 100,
  Post => Level in 0 .. 100
is
   --% predicate Level >= 0, Level <= 100, Step >= 0, Step <= 100, Level > 100 - Step;
begin
   if Level > 100 - Step then
      Level := 100;
   else
      Level := Level + Step;
   end if;
end Saturate;
