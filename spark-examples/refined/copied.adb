--  The first components of one array come into another.
package body Copied is

   procedure Copy (From : Table; Into : in out Table; Count : Index) is
   begin
      for I in 1 .. Count loop
         Into (I) := From (I);
      end loop;
   end Copy;

end Copied;
