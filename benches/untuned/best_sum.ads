package Best_Sum is

   subtype Gain is Integer range -100 .. 100;
   type Gains is array (1 .. 50) of Gain;

   function Best (G : Gains) return Integer
   with Post => Best'Result >= 0;

end Best_Sum;
