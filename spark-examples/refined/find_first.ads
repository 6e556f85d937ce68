package Find_First is

   subtype Index is Integer range 1 .. 20;
   type Table is array (Index) of Integer;

   procedure Find (A : Table; Wanted : Integer; Found : out Boolean; Where : out Index)
   with Post => (if Found then A (Where) = Wanted);

   function Last_Of (A : Table; Wanted : Integer) return Natural
   with Post => Last_Of'Result <= 20;

end Find_First;
