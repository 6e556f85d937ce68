package body Set_Up is
   Size : Positive := 1;
   Total : Integer;
   Ready : Boolean := Size > 3;
   Scale : constant Integer := 7 * Size;

   procedure Work (N : Integer; Result : out Integer) is
   begin
      if not Ready then
         Total := Total + N;
         Ready := Total > 100;
         Result := Total;
      else
         Result := Total / (N - Size);
         Total := Result - Scale;
      end if;
   end Work;

   procedure Grow is
   begin
      Size := Size + Total;
      Total := -Total;
   end Grow;
begin
   Total := 5;
   for I in 1 .. 4 loop
      Total := Total + I * Size;
      Size := Size + 1;
   end loop;
   if Size > 3 then
      Ready := False;
   end if;
end Set_Up;
