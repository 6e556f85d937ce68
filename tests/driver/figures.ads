package Figures is
   type Kind is (Point, Circle, Box);
   type Shape (K : Kind := Point) is record
      Id : Integer := 0;
      case K is
         when Circle => Radius : Integer := 0;
         when Box => Width, Height : Integer := 0;
         when Point => null;
      end case;
   end record;
   G : Shape;
   H : Shape (Box);
   procedure P (X : Integer);
   procedure Q (X : Integer);
   procedure R (X : in out Shape; Y : Integer);
end Figures;
