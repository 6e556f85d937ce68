--  or evaluates both operands: the test does not guard the division.
procedure Division (X, Y : Natural; Small : out Boolean) is
begin
   Small := Y = 0 or X / Y < 10;
end Division;
