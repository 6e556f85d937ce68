--  The successor of Integer'Last does not exist.
procedure Overflow (X : Integer; Y : out Integer) is
begin
   Y := X + 1;
end Overflow;
