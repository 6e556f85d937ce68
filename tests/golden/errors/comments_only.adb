procedure Comments_Only (X : in out Integer) is
begin
   if X > 0 then
      X := 1;
   else
      --  nothing to do
   end if;
end Comments_Only;
