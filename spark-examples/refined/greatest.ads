package Greatest is

   subtype Index is Integer range 1 .. 40;
   type Table is array (Index) of Integer;

   function Greatest_Of (A : Table) return Integer
   with Post => (for all K in Index => A (K) <= Greatest_Of'Result);

end Greatest;
