--  Two processes and one flag: whoever is in keeps the other out. The environment says who moves.
procedure Exclusion is
   Busy     : Boolean := False;
   A_Inside : Boolean := False;
   B_Inside : Boolean := False;
   A_Moves  : Boolean := False;
   --% ctl AG (not (A_Inside and B_Inside));
   --% ctl EF A_Inside;
   --% ctl AF (A_Inside or B_Inside);
   --% ctl AG (EF B_Inside);
   --% ctl EG (not A_Inside);
begin
   loop
      --% nondet A_Moves;
      if A_Moves then
         if A_Inside then
            A_Inside := False;
            Busy     := False;
         elsif not Busy then
            Busy     := True;
            A_Inside := True;
         end if;
      elsif B_Inside then
         B_Inside := False;
         Busy     := False;
      elsif not Busy then
         Busy     := True;
         B_Inside := True;
      end if;
   end loop;
end Exclusion;
