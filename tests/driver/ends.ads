package Ends is

   --  An empty string may end anywhere below its beginning.
   function Last_Of (S : String) return Natural
     with Pre => S'First = 1;

end Ends;
