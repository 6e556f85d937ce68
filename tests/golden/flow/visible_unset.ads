package Visible_Unset is
   V : Integer;
   procedure Use_It (X : out Integer);
end Visible_Unset;
