package Moving_Average is

   subtype Value is Integer range 0 .. 1_023;

   procedure Add (V : Value);

   function Average return Value;

end Moving_Average;
