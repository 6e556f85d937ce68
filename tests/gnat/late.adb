procedure Late (X : Integer; R : out Integer) is
   Y : Integer;
   --% predicate X > 0;
   procedure Set is
   begin
      Y := X;
   end Set;
begin
   if X > 0 then
      Y := 1;
   else
      Set;
   end if;
   R := Y - 1;
end Late;
