--  sabs: abstract --control predicates
--  Nobody wrote a predicate: the conditions of branches and loops become some.
procedure Guards (N : Integer) is
   I    : Integer := 0;
   Done : Boolean := False;
begin
   while I < N and not Done loop
      I := I + 1;
      if I = 10 then
         Done := True;
      end if;
   end loop;
   pragma Assert (I >= N or Done);
end Guards;
