--  sabs: abstract --method cartesian
--  A nested subprogram gets the outer variables it uses, and gives back what it changes.
procedure Nested (X : in out Integer) is
   Seen : Boolean := False;
   --% predicate X > 0, Seen;

   procedure Look is
      --% predicate X > 0, Seen;
   begin
      if X > 0 then
         Seen := True;
      end if;
   end Look;
begin
   Look;
   if X > 0 then
      pragma Assert (Seen);
   end if;
end Nested;
