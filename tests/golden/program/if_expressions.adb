package body If_Expressions is
   procedure Larger (X, Y : Integer; Z : out Integer)
     with Post => (if X > Y then Z = X elsif X < Y then Z = Y) and then Z in X | Y
   is
   begin
      Z := (if X > Y then X else Y);
   end Larger;

   procedure Guarded (X, Y : Integer; Z : out Integer) is
   begin
      Z := (if Y = 0 then 0 elsif X / Y > 3 then X - Y else Y * 2);
      Z := Z + (if X > 5 then 1 else 2);
      pragma Assert (if X > 10 then Z / X < 100 else Y < 1000);
   end Guarded;

   procedure Narrow (X, Y : Integer; Z : out Natural) is
   begin
      Z := (if X > 0
            then Y
            else X);
      Z := Natural'(Z - 1);
      if (if Z > 10 then X > 1 else Y > 1) then
         Z := 0;
      end if;
   end Narrow;
end If_Expressions;
