--  sabs: abstract --method cartesian
--  Not a swap of the two bits: 0 stays 0.
procedure Negation (X : in out Integer) is
   --% predicate X <= 0, X > 0;
begin
   X := -X;
end Negation;
