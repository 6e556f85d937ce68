package Machine_12 is

   type Event is (Start, Next, Fail, Reset);

   procedure Step (What : Event);

   function Is_Safe return Boolean;

end Machine_12;
