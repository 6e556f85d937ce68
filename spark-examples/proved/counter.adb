package body Counter is

   Count : Integer := 0;

   --% predicate Count >= 0, Count <= 10;

   procedure Reset is
   begin
      Count := 0;
   end Reset;

   procedure Tick is
      --% predicate Count = 10;
   begin
      if Count = 10 then
         Reset;
      else
         Count := Count + 1;
      end if;
   end Tick;

   procedure Read (Value : out Integer) is
      --% predicate Value >= 0, Value <= 10;
   begin
      Value := Count;
   end Read;

end Counter;
