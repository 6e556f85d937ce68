--  sabs: abstract --method direct
--  TACAS 2001, Example 1: from X = 5, Y /= 5 exactly one of X > 5, X < 5 holds afterwards.
--  Direct keeps that, Cartesian loses it.
procedure Example_1 (X : in out Integer; Y : Integer) is
   --% predicate X > 5, X < 5, Y = 5;
begin
   X := Y;
end Example_1;
