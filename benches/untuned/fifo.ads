package Fifo is

   Capacity : constant := 10;

   function Is_Full return Boolean;
   function Is_Empty return Boolean;

   procedure Push (X : Integer)
   with Pre => not Is_Full;

   procedure Pop (X : out Integer)
   with Pre => not Is_Empty;

end Fifo;
