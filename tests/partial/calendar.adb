package body Calendar with SPARK_Mode is

   function Days_In (Y : Year_Number; M : Month_Number) return Day_Number is
   begin
      case M is
         when 2 =>
            if Is_Leap (Y) then
               return 29;
            else
               return 28;
            end if;
         when 4 | 6 | 9 | 11 =>
            return 30;
         when others =>
            return 31;
      end case;
   end Days_In;

   procedure Next_Day (D : in out Date) is
   begin
      if D.Day < Days_In (D.Year, D.Month) then
         D.Day := D.Day + 1;
      elsif D.Month < 12 then
         D.Day := 1;
         D.Month := D.Month + 1;
      else
         D.Day := 1;
         D.Month := 1;
         D.Year := D.Year + 1;
      end if;
   end Next_Day;

   function Day_Of_Year (D : Date) return Positive is
      Sum : Natural := 0;
   begin
      for M in Month_Number range 1 .. 12 loop
         exit when M = D.Month;
         Sum := Sum + Integer (Days_In (D.Year, M));
      end loop;
      return Sum + Integer (D.Day);
   end Day_Of_Year;

   procedure Split (Total : Day_Second; H : out Hour_Number;
                    M : out Minute_Number; S : out Second_Number)
   is
      Rest : Day_Second := Total;
   begin
      H := 0;
      M := 0;
      while Rest >= 3600 loop
         Rest := Rest - 3600;
         H := H + 1;
      end loop;
      while Rest >= 60 loop
         Rest := Rest - 60;
         M := M + 1;
      end loop;
      S := Second_Number (Rest);
   end Split;

   function Join (H : Hour_Number; M : Minute_Number; S : Second_Number)
     return Day_Second is
   begin
      return Integer (H) * 3600 + Integer (M) * 60 + Integer (S);
   end Join;

   function Days_From (Y : Year_Number) return Natural is
      Sum : Natural := 0;
   begin
      for I in 1900 .. Integer (Y) - 1 loop
         if Is_Leap (Year_Number (I)) then
            Sum := Sum + 366;
         else
            Sum := Sum + 365;
         end if;
      end loop;
      return Sum;
   end Days_From;
end Calendar;
