-- One way leaves a component of the record unset.
procedure Unset_Field (Flag : Boolean; Sum : out Integer) is
   type Pair is record
      Left, Right : Integer;
   end record;
   P : Pair;
begin
   P.Left := 1;
   if Flag then
      P.Right := 2;
   end if;
   Sum := P.Left + P.Right;
end Unset_Field;
