procedure Side (X : in out Integer) is
   S : Integer := 0;
begin
   if X > 0 then
      S := X;
   end if;
   X := S;
end Side;
