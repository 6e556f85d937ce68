package Lock is

   Held : Boolean := False;

   procedure Acquire
   with Pre => not Held, Post => Held;

   procedure Release
   with Pre => Held, Post => not Held;

   procedure Work (Again : Boolean);

end Lock;
