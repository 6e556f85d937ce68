procedure Clamp (X : in out Integer) is
   --% predicate X >= 0;
begin
   if X < 0 then
      X := 0;
   end if;
   pragma Assert (X >= 0);
end Clamp;
