--  -Integer'First does not exist.
procedure Negation (X : Integer; Y : out Integer) is
begin
   if X < 0 then
      Y := -X;
   else
      Y := X;
   end if;
end Negation;
