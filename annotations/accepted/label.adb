procedure Label (X : in out Integer) is
begin
   if X > 0 then
      --% label Positive_Case;
      X := 0;
   else
      null;
      --% label Other_Case;
   end if;
   --% label Finish;
end Label;
