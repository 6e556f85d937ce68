--  sabs: abstract --method cartesian
--  Predicates about a component of an array and of a record: what touches another index or another
--  component changes nothing.
procedure Table_And_Record (I : in Integer) is
   type Table is array (Integer range 1 .. 100) of Integer;
   type Pair is record
      Left, Right : Integer;
   end record;
   T : Table := (others => 0);
   P : Pair := (Left => 1, Right => 2);
   --% predicate T (3) > 0, P.Left > 0, P = (1, 2);
begin
   T (4) := 1;
   P.Right := 5;
   if I in 1 .. 100 then
      T (I) := 7;
   end if;
   if I = 3 then
      pragma Assert (T (3) > 0);
   end if;
   P := (Left => -1, Right => P.Right);
end Table_And_Record;
