package Hanoi is

   subtype Height is Integer range 0 .. 20;

   function Moves (N : Height) return Natural
   with Post => Moves'Result >= N;

end Hanoi;
