procedure Ctl (N : Natural) is
   pc_Like : Natural := 0;
   --% ctl AG (pc_Like <= N -> AF (pc = Done)) and not EF (pc_Like = 7 and then N < 3);
   --% ctl A [pc /= Done U pc_Like = N] or E [True U pc = done];
begin
   --% ctl AG pc_Like >= 0;
   if N > 0 then
      pc_Like := N;
   end if;
   --% label Done;
end Ctl;
