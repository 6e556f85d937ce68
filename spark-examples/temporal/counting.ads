package Counting is

   subtype Small is Integer range 0 .. 4;

   procedure Count (N : Small; Result : out Small) with
      Pre => N <= 3;

end Counting;
