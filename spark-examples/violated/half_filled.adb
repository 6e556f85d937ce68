--  The last component is read before it is set, unless one before it decides already.
procedure Half_Filled (Value : Natural; Positive_Only : out Boolean) is
   A : array (0 .. 5) of Integer;
begin
   for I in 0 .. 4 loop
      A (I) := Value;
   end loop;
   Positive_Only := (for all I in A'Range => A (I) > 0);
end Half_Filled;
