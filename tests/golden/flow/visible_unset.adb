package body Visible_Unset is
   procedure Use_It (X : out Integer) is
   begin
      X := V;
   end Use_It;
end Visible_Unset;
