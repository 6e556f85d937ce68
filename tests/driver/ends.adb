package body Ends is

   function Last_Of (S : String) return Natural is
   begin
      return S'Last;
   end Last_Of;

end Ends;
