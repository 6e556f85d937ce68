--  sabs: abstract --method direct --show-tables
--  No state before is both negative and above 100, yet both bits become true from everywhere.
procedure Constant_Ten (X : out Integer) is
   --% predicate X >= 0, X <= 100;
begin
   X := 10;
end Constant_Ten;
