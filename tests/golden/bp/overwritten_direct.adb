--  sabs: abstract --method direct
--  X is overwritten, but X > Y ties its old value to Y: X > 0 before matters.
procedure Overwritten (X : in out Integer; Y : Integer) is
   --% predicate X > Y, X > 0;
begin
   X := Y;
end Overwritten;
