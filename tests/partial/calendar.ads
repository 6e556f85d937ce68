package Calendar with SPARK_Mode is
   type Year_Number is range 1900 .. 2400;
   type Month_Number is range 1 .. 12;
   type Day_Number is range 1 .. 31;
   type Hour_Number is range 0 .. 23;
   type Minute_Number is range 0 .. 59;
   type Second_Number is range 0 .. 59;
   subtype Day_Second is Integer range 0 .. 86_399;

   type Date is record
      Year  : Year_Number := 1900;
      Month : Month_Number := 1;
      Day   : Day_Number := 1;
   end record;

   function Is_Leap (Y : Year_Number) return Boolean is
     ((Y mod 4 = 0 and then Y mod 100 /= 0) or else Y mod 400 = 0);

   function Days_In (Y : Year_Number; M : Month_Number) return Day_Number
     with Post => Days_In'Result >= 28;

   procedure Next_Day (D : in out Date)
     with Pre => D.Day <= Days_In (D.Year, D.Month)
                 and then not (D.Year = 2400 and D.Month = 12 and D.Day = 31),
          Post => D.Day <= Days_In (D.Year, D.Month);

   function Day_Of_Year (D : Date) return Positive
     with Pre => D.Day <= Days_In (D.Year, D.Month),
          Post => Day_Of_Year'Result <= 372;

   procedure Split (Total : Day_Second; H : out Hour_Number;
                    M : out Minute_Number; S : out Second_Number)
     with Post => Integer (H) * 3600 + Integer (M) * 60 + Integer (S) = Total;

   function Join (H : Hour_Number; M : Minute_Number; S : Second_Number)
     return Day_Second
     with Post => Join'Result = Integer (H) * 3600 + Integer (M) * 60 + Integer (S);

   function Days_From (Y : Year_Number) return Natural
     with Post => Days_From'Result <= 366 * (Integer (Y) - 1900);
end Calendar;
