package body Calendar_Days is

   function Length (Y : Year_Number; M : Month_Number) return Day_Number is
   begin
      case M is
         when 4 | 6 | 9 | 11 => return 30;
         when 2 => return (if Is_Leap (Y) then 29 else 28);
         when others => return 31;
      end case;
   end Length;

   function Day_Of_Year (Y : Year_Number; M : Month_Number; D : Day_Number)
     return Positive
   is
      Total : Natural := 0;
   begin
      for N in 1 .. M - 1 loop
         Total := Total + Length (Y, N);
      end loop;
      return Total + D;
   end Day_Of_Year;

end Calendar_Days;
