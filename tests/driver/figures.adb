package body Figures is
   procedure P (X : Integer) is
   begin
      if G.K = Circle then
         pragma Assert (G.Radius /= X);
      end if;
   end P;
   procedure Q (X : Integer) is
   begin
      pragma Assert (H.Width /= X);
   end Q;
   procedure R (X : in out Shape; Y : Integer) is
   begin
      if X.K = Box then
         X.Width := Y;
         G := X;
         pragma Assert (G.Width /= 5);
      end if;
   end R;
end Figures;
