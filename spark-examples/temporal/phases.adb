--  A machine that goes through its phases in order and stays in the last.
procedure Phases (Ready : Boolean) is
   type Phase is (Idle, Warming, Running);
   Now : Phase := Idle;
   --% ctl A [Now /= Running U Now = Warming];
   --% ctl AG (Now = Running -> AG (Now = Running));
   --% ctl Ready -> AF (Now = Running);
   --% ctl E [Now = Idle U Now = Running];
begin
   Now := Warming;
   if Ready then
      Now := Running;
   end if;
end Phases;
