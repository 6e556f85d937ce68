package body Ctl_Of_Package is
   G : Integer := 0;
   --% ctl AG (G = 0);
   procedure P is
   begin
      G := 1;
   end P;
end Ctl_Of_Package;
