package Temperature_Log is

   subtype Degree is Integer range -40 .. 125;

   procedure Note (D : Degree);

   function Warmest return Degree;
   function Coldest return Degree;
   function Mean return Degree;

end Temperature_Log;
