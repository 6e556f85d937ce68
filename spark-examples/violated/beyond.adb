-- The index runs one past the end when nothing is found.
procedure Beyond (Wanted : Integer; Where : out Integer) is
   type Table is array (1 .. 4) of Integer;
   Data : constant Table := (2, 3, 5, 7);
begin
   Where := 1;
   while Data (Where) /= Wanted loop
      Where := Where + 1;
   end loop;
end Beyond;
