package body Hanoi is

   function Moves (N : Height) return Natural is
   begin
      if N = 0 then
         return 0;
      end if;
      return 2 * Moves (N - 1) + 1;
   end Moves;

end Hanoi;
