package body Checks is
   subtype Small is Integer range 1 .. 10;
   type Byte is range 0 .. 255;

   Limit : constant := 2 ** 31 - 1;
   Base  : constant Integer := Limit - 1;
   State : Natural := 0;

   procedure Operations (X, Y : Integer; R : out Integer) is
   begin
      R := X + Y;
      R := X - 1;
      R := X * Y / 2;
      R := X / Y;
      R := X mod Y + X rem 7;
      R := abs X;
      R := -X;
      R := +X;
      R := Base + 1 - 1;
   end Operations;

   procedure Ranges (X : Integer; S : in out Small; N : out Natural; B : in out Byte) is
      Y : Integer range 0 .. 5 := 3;
   begin
      S := X;
      N := S;
      N := X;
      S := S + 1;
      S := X mod 10 + 1;
      Y := Y + 1;
      B := B + 1;
      B := Byte (X);
      State := Integer (B) + State;
   end Ranges;

   procedure Short (A, B : Integer; R : out Boolean) is
   begin
      R := B /= 0 and then A / B > 1;
      R := B = 0 or else A / B > 1;
      R := B /= 0 and A / B > 1;
      R := A in B / 2 .. 10 | A + B;
      R := (A > 0) > (B > 0);
      R := R xor A > 0;
      pragma Assert (R and then A + 1 > B);
      --% assert even (A + B) or odd (A);
      --% assume A * A < 100;
   end Short;

   procedure Callee (X : in out Small; Y : Natural; Z : out Integer)
     with Pre  => Y / X > 0 and then X > 1,
          Post => Z = X'Old + Y and then (X > 0 and Y > 0)
                  and then (Y = 0 or Z / Y > 0)
   is
   begin
      Z := X + Y;
   end Callee;

   procedure Caller (A : in out Integer; B : in out Natural) is
      C : Small := 2;
   begin
      Callee (A, A + 1, B);
      Callee (C, Z => A, Y => B);
   end Caller;
end Checks;
