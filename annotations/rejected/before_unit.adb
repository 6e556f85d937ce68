--% assert True;
procedure Sample is
begin
   null;
end Sample;
