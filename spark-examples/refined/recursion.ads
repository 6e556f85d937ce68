package Recursion is

   function Sum_To (N : Natural) return Natural
   with
     Pre  => N <= 100,
     Post => Sum_To'Result <= 100 * N,
     Subprogram_Variant => (Decreases => N);

   function Is_Even (N : Natural) return Boolean
   with Post => Is_Even'Result = (N mod 2 = 0);

   function Is_Odd (N : Natural) return Boolean
   with Post => Is_Odd'Result = (N mod 2 = 1);

end Recursion;
