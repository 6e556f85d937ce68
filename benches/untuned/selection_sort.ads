package Selection_Sort is

   type List is array (1 .. 6) of Integer;

   procedure Sort (L : in out List)
   with Post => (for all I in 1 .. 5 => L (I) <= L (I + 1));

end Selection_Sort;
