package Request is

   subtype Turns is Integer range 0 .. 2;

   procedure Serve (Wanted : Boolean; Patience : Turns);

end Request;
