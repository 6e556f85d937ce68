--  Adds up without ever leaving the type.
procedure Saturating_Sum (Step : Natural; Times : Natural; Result : out Natural) is
begin
   Result := 0;
   for I in 1 .. Times loop
      if Result <= Natural'Last - Step then
         Result := Result + Step;
      else
         Result := Natural'Last;
      end if;
   end loop;
end Saturating_Sum;
