--  A loop over the last values of a type does not run past its end.
procedure Last_Values (Seen : out Natural) is
begin
   Seen := 0;
   for I in Integer'Last - 3 .. Integer'Last loop
      Seen := Seen + 1;
      pragma Assert (I >= Integer'Last - 3);
   end loop;
   for I in reverse Integer'First .. Integer'First + 2 loop
      Seen := Seen + 1;
   end loop;
   pragma Assert (Seen = 7);
end Last_Values;
