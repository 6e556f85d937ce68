--  The same without looking at the flag first: both get in.
procedure Careless is
   A_Inside : Boolean := False;
   B_Inside : Boolean := False;
   A_Moves  : Boolean := False;
   --% ctl AG (not (A_Inside and B_Inside));
   --% ctl EF (A_Inside and B_Inside);
begin
   for Turn in 1 .. 2 loop
      --% nondet A_Moves;
      if A_Moves then
         A_Inside := True;
      else
         B_Inside := True;
      end if;
   end loop;
end Careless;
