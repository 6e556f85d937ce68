--  An abstraction by all of these predicates takes long, and no check needs any of them.
procedure Many_Predicates (X, Y, Z : in out Integer)
with Pre => X in 0 .. 100 and Y in 0 .. 100 and Z in 0 .. 100
is
   --% predicate 1*X + 1*Y - 1*Z > 0;
   --% predicate 2*X + 4*Y - 2*Z > 7;
   --% predicate 3*X + 7*Y - 3*Z > 14;
   --% predicate 4*X + 3*Y - 4*Z > 21;
   --% predicate 5*X + 6*Y - 1*Z > 28;
   --% predicate 1*X + 2*Y - 2*Z > 35;
   --% predicate 2*X + 5*Y - 3*Z > 42;
   --% predicate 3*X + 1*Y - 4*Z > 49;
   --% predicate 4*X + 4*Y - 1*Z > 6;
   --% predicate 5*X + 7*Y - 2*Z > 13;
   --% predicate 1*X + 3*Y - 3*Z > 20;
   --% predicate 2*X + 6*Y - 4*Z > 27;
   --% predicate 3*X + 2*Y - 1*Z > 34;
   --% predicate 4*X + 5*Y - 2*Z > 41;
   --% predicate 5*X + 1*Y - 3*Z > 48;
   --% predicate 1*X + 4*Y - 4*Z > 5;
   --% predicate 2*X + 7*Y - 1*Z > 12;
   --% predicate 3*X + 3*Y - 2*Z > 19;
   --% predicate 4*X + 6*Y - 3*Z > 26;
   --% predicate 5*X + 2*Y - 4*Z > 33;
   --% predicate 1*X + 5*Y - 1*Z > 40;
   --% predicate 2*X + 1*Y - 2*Z > 47;
   --% predicate 3*X + 4*Y - 3*Z > 4;
   --% predicate 4*X + 7*Y - 4*Z > 11;
   --% predicate 5*X + 3*Y - 1*Z > 18;
   --% predicate 1*X + 6*Y - 2*Z > 25;
   --% predicate 2*X + 2*Y - 3*Z > 32;
   --% predicate 3*X + 5*Y - 4*Z > 39;
   --% predicate 4*X + 1*Y - 1*Z > 46;
   --% predicate 5*X + 4*Y - 2*Z > 3;
   --% predicate 1*X + 7*Y - 3*Z > 10;
   --% predicate 2*X + 3*Y - 4*Z > 17;
   --% predicate 3*X + 6*Y - 1*Z > 24;
   --% predicate 4*X + 2*Y - 2*Z > 31;
   --% predicate 5*X + 5*Y - 3*Z > 38;
   --% predicate 1*X + 1*Y - 4*Z > 45;
   N : Natural := 0;
begin
   while X < 1000 loop
      X := X + Y mod 7 + 1;
      Y := (Y * 3 + Z) mod 101;
      Z := (Z + X) mod 103;
      if N < 5000 then
         N := N + 1;
      end if;
   end loop;
   pragma Assert (N <= 5000);
   pragma Assert (Y <= 100);
end Many_Predicates;
