package body Shapes is
   procedure Look (X : Shape; Y : in out Shape) is
   begin
      Y.C := 1;
      pragma Assert (X.K /= Circle or else X.R /= 3 or else Y.K /= Square or else Y.S /= 4);
   end Look;
   procedure Look_Outside is
   begin
      pragma Assert (G.C /= 1 or else G.K /= Square or else G.S /= 4);
   end Look_Outside;
   procedure Look_Inside (P : Pair) is
   begin
      pragma Assert (P (True).K /= Circle or else P (False).K /= Dot or else P (True).R /= 7);
   end Look_Inside;
end Shapes;
