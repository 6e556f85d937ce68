--  The middle of two numbers, the well-known wrong way.
procedure Middle (Low, High : Natural; Result : out Natural)
with Pre => Low <= High
is
begin
   Result := (Low + High) / 2;
end Middle;
