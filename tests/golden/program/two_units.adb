procedure One is
begin
   null;
end One;

procedure Two is
begin
   null;
end Two;
