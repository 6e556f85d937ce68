--  A frame counter of twelve; each of its thirds begins with sensing.
package body Cyclic_Schedule is

   type Frame is range 0 .. 11;
   type Plan is array (Frame) of Task_Name;

   Table : constant Plan :=
     (0 | 4 | 8 => Sense, 1 | 5 | 9 => Compute, 2 | 6 | 10 => Act, others => Log);

   Current : Frame := 0;
   Phase   : Natural := 0;

   procedure Next (Chosen : out Task_Name) is
   begin
      Chosen := Table (Current);
      pragma Assert (if Phase = 0 then Chosen = Sense);
      Current := (if Current = Frame'Last then 0 else Current + 1);
      Phase := (Phase + 1) mod 4;
   end Next;

end Cyclic_Schedule;
