--  sabs: abstract --method direct --show-tables --names short
--  The SABS report's first example: its table has six rows.
procedure Report_Table (X, Y : in out Integer) is
   --% predicate X >= 0, even (Y);
begin
   X := X + 10;
   Y := Y + 1;
end Report_Table;
