package body Machine is
   Mode : Integer range 0 .. 3 := 0;
   Ticks : Natural := 0;
   Alarm : Boolean := False;

   procedure Tick is
   begin
      Ticks := Ticks + 1;
      if Mode = 1 and Ticks > 2 then
         Mode := 2;
      elsif Mode = 2 then
         Alarm := not Alarm;
      end if;
      --% assert not (Alarm and Ticks = 5);
   end Tick;

   procedure Start (Wanted : Integer; Now : Boolean) is
      --% predicate Mode = 0, Ticks > 2;
   begin
      --% assume Wanted < 100;
      if Now or else 10 / Wanted > 3 then
         Mode := Wanted;
      end if;
      Ticks := 0;
      Tick;
   end Start;

   procedure Run_For (N : Integer) is
   begin
      for I in 1 .. N loop
         --% label Again;
         Tick;
         exit when Alarm or I > 6;
      end loop;
   end Run_For;

   procedure State (A, B : out Integer) is
   begin
      A := Mode;
      B := Ticks - Mode;
      if Alarm then
         B := -B;
      end if;
   end State;
end Machine;
