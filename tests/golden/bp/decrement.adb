--  sabs: abstract --method cartesian
--  X = 2 is not touched and not mentioned.
procedure Decrement (X : Integer; Y : in out Integer) is
   --% predicate Y <= 2, X = 2;
begin
   Y := Y - 1;
end Decrement;
