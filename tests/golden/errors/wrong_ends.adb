package body Wrong_Ends is
   procedure P (X : in out Integer) is
   begin
      L1 : for I in 1 .. 3 loop
         null;
      end loop L2;
      X := 0;
   end Wrong;
   package R is
      Y : Integer := 0;
   end S;
end T;
