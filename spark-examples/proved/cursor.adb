-- An index that stays inside its array, whatever stands there.
procedure Cursor (Wanted : Integer; Found : out Boolean) is
   type Table is array (1 .. 8) of Integer;
   Data : Table := (3, 1, 4, 1, 5, 9, 2, 6);
   I : Integer := 1;
   --% predicate I >= 1, I <= 8, I <= 9;
begin
   Found := False;
   while I <= 8 loop
      if Data (I) = Wanted then
         Found := True;
         exit;
      end if;
      I := I + 1;
   end loop;
end Cursor;
