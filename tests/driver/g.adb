package body G is
   procedure Add (Y : Integer) is
   begin
      pragma Assert (Y /= 7);
      X := Y;
   end Add;
end G;
