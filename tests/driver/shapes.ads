package Shapes is
   type Kind is (Circle, Square, Dot);
   type Shape (K : Kind := Dot) is record
      C : Integer;
      case K is
         when Circle => R : Natural;
         when Square => S : Natural;
         when others => null;
      end case;
   end record;
   type Pair is array (Boolean) of Shape;
   G : Shape := (Dot, 0);
   procedure Look (X : Shape; Y : in out Shape);
   procedure Look_Outside;
   procedure Look_Inside (P : Pair);
end Shapes;
