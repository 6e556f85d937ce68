procedure Semicolon (X : out Integer) is
begin
   X := 1
   X := 2;
end Semicolon;
