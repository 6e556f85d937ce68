--  One step at a time: what the next state is.
procedure Stepping (Fast : Boolean) is
   type Gear is (Idle, Slow, Quick);
   G : Gear := Idle;
   --% ctl pc = Start;
   --% ctl EX (G = Slow);
   --% ctl AX (G = Slow and AX (G = Slow));
   --% ctl AG (G = Idle -> AX (G /= Quick));
   --% ctl AG (G = Slow -> EX (G = Quick));
   --% ctl A [pc = Start U G = Slow];
   --% ctl AG (pc = Finish -> AX (AG (G /= Slow or not Fast)));
begin
   --% label Start;
   G := Slow;
   if Fast then
      G := Quick;
   end if;
   --% label Finish;
   null;
end Stepping;
