--  sabs: abstract --method cartesian --post-literals 2
--  TACAS 2001, Example 1, with two bits considered together: what direct keeps is kept.
procedure Example_1 (X : in out Integer; Y : Integer) is
   --% predicate X > 5, X < 5, Y = 5;
begin
   X := Y;
end Example_1;
