--  sabs: verify --no-refine --seed guards
--  Whether Z is set is followed without being asked for; the guard tells when it is.
procedure Set_Where_Needed (N : Integer; X : out Integer) is
   Z : Integer;
begin
   if N > 0 then
      Z := 1;
   end if;
   if N > 0 then
      X := Z;
   else
      X := 0;
   end if;
end Set_Where_Needed;
