package Tank is
   type Level is private;
   function Empty return Level;
   procedure Fill (L : in out Level);
   procedure Drain (L : in out Level);
private
   type Level is record
      Litres : Integer := 0;
   end record
     with Type_Invariant => Level.Litres in 0 .. 100;
end Tank;
