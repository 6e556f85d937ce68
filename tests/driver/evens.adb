package body Evens is
   function Is_Even (X : Integer) return Boolean is
   begin
      return X mod 2 = 0;
   end Is_Even;
   procedure Look (A : Even) is
   begin
      pragma Assert (A /= 4);
   end Look;
end Evens;
