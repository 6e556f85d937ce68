procedure Preprocessor (X : in out Integer) is
begin
#if Debug then
   X := 1;
#else
   X := 2;
#end if;
end Preprocessor;
