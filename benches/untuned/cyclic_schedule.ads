package Cyclic_Schedule is

   type Task_Name is (Sense, Compute, Act, Log);

   procedure Next (Chosen : out Task_Name);

end Cyclic_Schedule;
