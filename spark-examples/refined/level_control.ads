package Level_Control is

   subtype Level is Integer range 0 .. 100;

   procedure Cycle (Inflow : Integer)
   with Pre => Inflow in 0 .. 4;

   function Height return Level;

end Level_Control;
