--  Steps of two from an even number stay even: even is a predicate like any other.
procedure Even_Steps (X : out Integer) is
   --% predicate even (X), X < 100;
begin
   X := 0;
   while X < 100 loop
      X := X + 2;
   end loop;
   --% assert even (X);
end Even_Steps;
