--  Without predicates nothing is known of a loop.
procedure No_Predicates (X : in out Integer) is
begin
   X := 0;
   while X < 10 loop
      X := X + 1;
   end loop;
   pragma Assert (X = 10);
end No_Predicates;
