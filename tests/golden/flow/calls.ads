package Calls is
   subtype Small is Integer range 1 .. 10;
   Shown : Small := 1;
   procedure Twice (X : in out Small)
     with Pre  => 10 / X > 1,
          Post => X = 2 * X'Old and then Shown > 0;
   procedure Reset;
private
   Kept : Boolean := False;
end Calls;
