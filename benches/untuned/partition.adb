package body Partition is

   procedure Split (L : in out List; Limit : Integer; First_High : out Positive) is
      Low  : Integer := Place'First;
      High : Integer := Place'Last;
      Kept : Integer;
   begin
      while Low <= High loop
         if L (Low) < Limit then
            Low := Low + 1;
         elsif L (High) >= Limit then
            High := High - 1;
         else
            Kept := L (Low);
            L (Low) := L (High);
            L (High) := Kept;
            Low := Low + 1;
            High := High - 1;
         end if;
      end loop;
      First_High := Low;
   end Split;

end Partition;
