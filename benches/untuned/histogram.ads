package Histogram is

   subtype Grade is Integer range 1 .. 6;
   type Grades is array (1 .. 20) of Grade;
   type Counts is array (Grade) of Natural;

   procedure Count (G : Grades; C : out Counts);

   function Passed (G : Grades) return Natural
   with Post => Passed'Result <= 20;

end Histogram;
