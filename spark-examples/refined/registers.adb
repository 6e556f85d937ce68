--  Postconditions through a function of a component.
package body Registers is

   procedure Set (R : in out File; N : Number; X : Integer) is
   begin
      R (N) := X;
   end Set;

   procedure Swap (R : in out File; M, N : Number) is
      Kept : constant Integer := Value (R, M);
   begin
      Set (R, M, Value (R, N));
      Set (R, N, Kept);
   end Swap;

end Registers;
