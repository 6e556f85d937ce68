package Outer_Inner is

   package Counting is
      procedure Up;
      procedure Down;
      function Value return Integer;
   end Counting;

   procedure Twice;

end Outer_Inner;
