--  Half of a number and the rest: true, but the relation is not among the predicates.
procedure Halving (X : Natural; Half, Rest : out Natural)
with Post => X = 2 * Half + Rest
is
   --% predicate Rest < 2, X >= 0;
begin
   Half := 0;
   Rest := X;
   while Rest >= 2 loop
      Rest := Rest - 2;
      Half := Half + 1;
   end loop;
end Halving;
