package Deep_Recursion is

   function Depth (N : Natural) return Natural
   with
     Pre => N <= 60,
     Post => Depth'Result <= 39;

end Deep_Recursion;
