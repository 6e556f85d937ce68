package Empty_Ring is

   procedure Put (X : Integer);

   procedure Get (X : out Integer);

end Empty_Ring;
