--  The sum overflows before it is halved.
procedure Average (X, Y : Natural; A : out Natural) is
begin
   A := (X + Y) / 2;
end Average;
