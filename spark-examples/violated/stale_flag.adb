--  The flag is not reset when the search goes on.
procedure Stale_Flag (Limit : Natural; Found : out Boolean; Last : out Natural) is
begin
   Found := False;
   Last := 0;
   while Last < Limit and then Last < 5 loop
      if Last = 2 then
         Found := True;
      end if;
      Last := Last + 1;
   end loop;
   pragma Assert (if Found then Last = 2);
end Stale_Flag;
