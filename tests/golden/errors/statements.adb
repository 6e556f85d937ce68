procedure Statements (X : in out Integer) is
begin
   case X is
      when 1 .. 5 => null;
      when 3 => null;
   end case;
   case X is
      when others => null;
      when X => null;
   end case;
   case X > 0 is
      when True => null;
   end case;
   <<Here>>
   goto Here;
   raise Program_Error;
   delay 1.0;
   return X;
   X := (if X > 1 then 1);
   X := (if X then 1 else True);
   X := (case X is when 1 => 2, when others => 3);
   X := 2 ** X;
   X := Integer'Max (X, 1);
   X := Boolean'(X);
   X := X'Old;
   X := 1.5;
   X := Integer'Size;
   for E of X loop
      null;
   end loop;
   if X = 'a' or X = "a" & "b" then
      null;
   end if;
   if (for all I in 1 .. 10 => I > X) then
      null;
   end if;
   X (1) := 2;
   X.Y := 2;
   X := (1, 2);
   pragma Loop_Invariant (X > 0);
   X := Sqrt (X);
   null;
exception
   when others => null;
end Statements;
