procedure Slice (X : in out Integer; Y : in out Integer) is
   --% predicate X >= 0, even (Y);
begin
   X := X + 10;
   Y := Y + 1;
end Slice;
