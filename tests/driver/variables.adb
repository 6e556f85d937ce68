package body Variables is
   procedure Look_At_N is
   begin
      pragma Assert (N.Tag /= 3);
   end Look_At_N;
   procedure Look_At_B (X : Integer) is
   begin
      if B.Used > 1 then
         pragma Assert (B.Data (2) /= X);
      end if;
   end Look_At_B;
   procedure Look_At_P is
   begin
      pragma Assert (P.Left.Tag /= 7);
   end Look_At_P;
end Variables;
