procedure Ctl_Names (X : Integer) is
   --% ctl AG (X > 0 -> AF Y);
   --% ctl AG (pc = Nowhere);
   --% ctl EF (pc < Here);
   --% ctl AF X;
begin
   --% label Here;
   null;
end Ctl_Names;
