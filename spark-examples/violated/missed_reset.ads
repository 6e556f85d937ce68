package Missed_Reset is

   type Event is (Open, Data, Close);

   procedure Handle (What : Event);

end Missed_Reset;
