procedure Ctl (X : in out Integer) is
   --% ctl AG (X > -> AF X = 1);
   --% ctl A [X > 0];
   --% ctl AG;
begin
   X := 1;
end Ctl;
