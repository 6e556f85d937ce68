--  The lock is taken and given back in a loop, as often as there are requests.
procedure Lock_Loop (Requests : Natural) is
   Locked : Boolean := False;
   Done   : Natural := 0;
   Old    : Natural;
begin
   loop
      pragma Assert (not Locked);
      Locked := True;
      Old := Done;
      if Done < Requests then
         Locked := False;
         Done := Done + 1;
      end if;
      exit when Done = Old;
   end loop;
   pragma Assert (Locked);
end Lock_Loop;
