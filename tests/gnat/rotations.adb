package body Rotations is
   --  What GNAT knows of modular types.
   type Byte is mod 2 ** 8;
   type Word is mod 2 ** 32;
   function Rotate_Left (Value : Byte; Amount : Natural) return Byte
     with Import, Convention => Intrinsic;
   function Rotate_Right (Value : Byte; Amount : Natural) return Byte
     with Import, Convention => Intrinsic;
   function Shift_Left (Value : Byte; Amount : Natural) return Byte
     with Import, Convention => Intrinsic;
   function Shift_Right (Value : Byte; Amount : Natural) return Byte
     with Import, Convention => Intrinsic;
   function Shift_Right_Arithmetic (Value : Byte; Amount : Natural) return Byte
     with Import, Convention => Intrinsic;
   function Rotate_Left (Value : Word; Amount : Natural) return Word
     with Import, Convention => Intrinsic;

   subtype Number is Integer range 0 .. 255;
   subtype Places is Integer range 0 .. 20;

   procedure Run_Rotated (X : Number; N : Places; R : out Integer) is
      B : constant Byte := Byte (X);
   begin
      R := Integer (Rotate_Left (B, N)) + 1_000 * Integer (Rotate_Right (B, N));
      pragma Assert (Rotate_Right (Rotate_Left (B, N), N) = B);
      pragma Assert (R /= 1_001);
   end Run_Rotated;

   procedure Run_Shifted (X : Number; N : Places; R : out Integer) is
      B : constant Byte := Byte (X);
   begin
      R := Integer (Shift_Right_Arithmetic (B, N)) + 1_000 * Integer (Shift_Left (B, N))
        + 1_000_000 * Integer (Shift_Right (B, N));
      pragma Assert (R /= 255);
   end Run_Shifted;

   procedure Run_Wide (X : Natural; N : Places; R : out Integer) is
      W : constant Word := Rotate_Left (Word (X), N + 12);
   begin
      R := Integer (W mod 2 ** 16);
      pragma Assert (R /= 1);
   end Run_Wide;

   procedure Run_Powers (N : Natural; R : out Integer) is
   begin
      R := Integer (Byte'(2) ** N) + 256 * Integer (Byte'(6) ** N);
      pragma Assert (R /= 128 + 256 * 6 ** 7);
      pragma Assert (N < 8 or R = 0);
      pragma Assert (N /= 3);
   end Run_Powers;
end Rotations;
