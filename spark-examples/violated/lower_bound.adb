package body Lower_Bound is

   function Position (T : Table; Key : Integer) return Positive is
      Low  : Positive := 1;
      High : Positive := T'Last + 1;
      Mid  : Positive;
   begin
      while Low < High loop
         Mid := Low + (High - Low) / 2;
         if T (Mid) < Key then
            Low := Mid + 1;
         else
            High := Mid;
         end if;
      end loop;
      return Low;
   end Position;

end Lower_Bound;
