package Elevator is

   subtype Floor is Integer range 0 .. 9;

   procedure Request (F : Floor);

   procedure Tick;

end Elevator;
