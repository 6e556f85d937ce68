package body Sidecar is
   Total : Natural := 0;

   procedure Add (X : Natural) is
      Y : Natural := X;
   begin
      if Y > 10 then
         Y := 10;
      else
         Y := Y / 2;
      end if;
      Total := Y;
   end Add;
end Sidecar;
