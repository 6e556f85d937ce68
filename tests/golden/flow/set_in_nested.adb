procedure Set_In_Nested (X : out Integer) is
   Z : Integer;
   procedure Inner is
   begin
      if Z > 0 then
         Z := 1;
      end if;
   end Inner;
begin
   Inner;
   X := Z;
end Set_In_Nested;
