procedure Several_Mistakes (X : in out Integer) is
   --% predicate X >;
begin
   --% assert;
   X := X + ;
   --% label;
end Several_Mistakes;
