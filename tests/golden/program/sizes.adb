package body Sizes is
   type Given is range 0 .. 15 with Size => 16;
   type Given_Later is range 0 .. 15;
   for Given_Later'Size use 12;
   type Derived is new Given range 0 .. 3;
   subtype Few is Integer range 0 .. 15;

   procedure Sum_Up (X : out Integer) is
   begin
      X := Few'Size;
      X := Few'Object_Size;
      X := Given'Size;
      X := Given_Later'Size;
      X := Derived'Size;
   end Sum_Up;
end Sizes;
