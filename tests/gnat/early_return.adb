procedure Early_Return (A, N : Integer; Result : out Integer)
  with Post => Result /= 12
is
begin
   Result := 0;
   if A < 0 then
      return;
   end if;
   for I in 1 .. N loop
      Result := Result + 3;
      if Result > A then
         return;
      elsif I = 30 then
         Result := -1;
         return;
      end if;
   end loop;
   Result := Result + 1;
end Early_Return;
