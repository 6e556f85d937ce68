--  A loop without an end: whatever comes again and again, nothing is ever done.
procedure Blinking (Start : Boolean) is
   Light : Boolean := Start;
   --% ctl AG (AF Light);
   --% ctl AG (Light -> AF not Light);
   --% ctl AF (pc = Done);
   --% ctl EG Light;
begin
   loop
      Light := not Light;
      exit when Light and not Light;
   end loop;
   --% label Done;
end Blinking;
