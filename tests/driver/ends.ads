package Ends is

   --  An empty string may end anywhere below its beginning.
   function Last_Of (S : String) return Natural;

end Ends;
