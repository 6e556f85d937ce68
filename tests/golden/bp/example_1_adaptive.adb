--  sabs: abstract --method adaptive
--  TACAS 2001, Example 1: bits are considered together only where one at a time leaves them open.
procedure Example_1 (X : in out Integer; Y : Integer) is
   --% predicate X > 5, X < 5, Y = 5;
begin
   X := Y;
end Example_1;
