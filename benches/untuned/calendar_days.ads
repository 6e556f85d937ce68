package Calendar_Days is

   subtype Year_Number is Integer range 1_900 .. 2_100;
   subtype Month_Number is Integer range 1 .. 12;
   subtype Day_Number is Integer range 1 .. 31;

   function Is_Leap (Y : Year_Number) return Boolean is
     ((Y mod 4 = 0 and Y mod 100 /= 0) or Y mod 400 = 0);

   function Length (Y : Year_Number; M : Month_Number) return Day_Number
   with Post => Length'Result >= 28;

   function Day_Of_Year (Y : Year_Number; M : Month_Number; D : Day_Number)
     return Positive
   with
     Pre  => D <= Length (Y, M),
     Post => Day_Of_Year'Result <= 372;

end Calendar_Days;
