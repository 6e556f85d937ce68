procedure Missing_End (X : out Integer) is
begin
   X := (1 + 2;
end Missing_End;
