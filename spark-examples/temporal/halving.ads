package Halving is

   subtype Amount is Integer range 0 .. 4;

   procedure Use_Up (Start : Amount);

end Halving;
