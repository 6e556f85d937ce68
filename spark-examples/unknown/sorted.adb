-- That an array is sorted takes a predicate with a quantifier over a moving bound.
procedure Sorted (Up_To : Integer) is
   type Table is array (1 .. 5) of Integer;
   Data : Table := (others => 0);
begin
   for I in 2 .. 5 loop
      if Up_To >= I then
         Data (I) := Data (I - 1) + 1;
      else
         Data (I) := Data (I - 1);
      end if;
   end loop;
   pragma Assert (for all I in 1 .. 4 => Data (I) <= Data (I + 1));
end Sorted;
