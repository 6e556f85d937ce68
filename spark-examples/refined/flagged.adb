--  A flag that says whether the counter has been stopped.
procedure Flagged (Limit : Natural; Count : out Natural; Stopped : out Boolean)
with
  Post => (if Stopped then Count = 10 else Count <= 10)
is
begin
   Count := 0;
   Stopped := False;
   while not Stopped and then Count < Limit loop
      if Count = 10 then
         Stopped := True;
      else
         Count := Count + 1;
      end if;
   end loop;
   if Count > 10 then
      Stopped := True;
      Count := 10;
   end if;
end Flagged;
