procedure Assume (X : in out Integer) is
begin
   --% assume X in 1 .. 10;
   pragma Assume (X < 10);
   X := X + 1;
end Assume;
