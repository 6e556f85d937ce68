procedure Backwards (N : Integer; Digits_Read, Last_Seen : out Integer)
  with Pre => N in 0 .. 40
is
begin
   Digits_Read := 0;
   Last_Seen := -1;
   for I in reverse -2 .. N loop
      Digits_Read := Digits_Read * 3
        + I;
      Last_Seen := I;
   end loop;
end Backwards;
