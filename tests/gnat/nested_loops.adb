procedure Nested_Loops (N, M : Integer; Found_I, Found_J, Tries : out Integer)
  with Pre => M in 1 .. 400
is
begin
   Found_I := 0;
   Found_J := 0;
   Tries := 0;
   Outer : for I in 1 .. 20 loop
      for J in reverse 1 .. I loop
         Tries := Tries + 1;
         if I * J = N then
            Found_I := I;
            Found_J := J;
            exit Outer;
         end if;
         exit when I + J > M;
      end loop;
   end loop Outer;
   for I in 1 .. 3 loop
      for I in 5 .. 6 loop
         Tries := Tries + I;
      end loop;
      Tries := Tries + I * 100;
   end loop;
end Nested_Loops;
