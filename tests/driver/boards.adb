package body Boards is
   procedure Look (D : Row) is
   begin
      pragma Assert (R (1) /= 5 or R (2) /= 6 or R (3) /= 7 or D (1) = 0 or D (2) = 0);
   end Look;
   procedure See is
   begin
      pragma Assert (C (Green).V /= 3 or C (Green).B or not C (Red).B);
   end See;
   procedure Count is
   begin
      pragma Assert (M (Red, True) /= 1 or M (Green, False) /= 2);
   end Count;
end Boards;
