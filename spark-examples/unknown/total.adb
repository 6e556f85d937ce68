-- The sum of an array stays small because each component does; no predicate here says so.
procedure Total (Result : out Natural) is
   type Table is array (1 .. 6) of Natural;
   Data : constant Table := (1, 2, 3, 4, 5, 6);
begin
   Result := 0;
   for Item of Data loop
      Result := Result + Item;
   end loop;
end Total;
