procedure Stored (I : Integer; V : Integer; R : out Integer) is
   type Table is array (1 .. 3) of Natural;
   T : Table := (others => 2);
   --% predicate T (1) > 0, I > 0, V > 0;
begin
   T (I) := V;
   if T (2) > 5 then
      T (1) := T (2) - 1;
   end if;
   R := T (1) + T (3);
end Stored;
