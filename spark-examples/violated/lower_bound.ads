package Lower_Bound is

   type Table is array (Positive range <>) of Integer;

   --  The first position whose entry is not less than the key.
   function Position (T : Table; Key : Integer) return Positive
   with
     Pre  => T'First = 1 and then T'Last < Positive'Last,
     Post => Position'Result <= T'Last + 1;

end Lower_Bound;
