package body Written_Otherwise is

   procedure Add (To : in out Integer; By : Integer := 1; Times : Integer := 2) is
   begin
      To := To / 4 + (By mod 1_000) * (Times mod 1_000);
   end Add;

   procedure Raise_It (X : in out Integer; Amount : Integer := 7; Times : Integer := 3)
     renames Add;
   procedure Only (To : in out Integer; By, Times : Integer) renames Add;

   function Less (A : Integer; B : Integer := 10) return Integer is (A / 2 - B / 2);
   function Fewer (B : Integer; A : Integer := 20) return Integer renames Less;

   --  What a use clause makes visible does not hide what Standard declares.
   package Signs is
      function "+" (L, R : Integer) return Integer is (L / 2 - R / 2);
      function "-" (L : Integer) return Integer is (L / 2);
      function "<" (L, R : Integer) return Boolean is (R < L);
      function "=" (L, R : Integer) return Boolean is (L /= R);
      function "and" (L, R : Boolean) return Boolean is (L or R);
      function "*" (L : Integer; R : Boolean) return Integer is (if R then L / 2 else 0);
   end Signs;

   --  A type and what its own package says of it.
   package Steps is
      type Step is range -100 .. 100;
      function "+" (L, R : Step) return Step is (L - R);
   end Steps;

   type Colour is (Red, Green, Blue);
   for Colour use (Red => 3, Green => 5, Blue => 10);
   type Tone is new Colour;
   type Switch is (Off, On);
   for Switch use (1, 2);

   function Run_Own (X, Y : Integer) return Integer is
      R : Integer := X;
   begin
      Raise_It (R);
      Raise_It (R, Amount => Y);
      Raise_It (R, Times => 5);
      Only (R, Y, 4);
      Add (R);
      Add (R, Times => Y);
      return R;
   end Run_Own;

   function Run_Fewer (X, Y : Integer) return Integer
   is (Fewer (X) + Fewer (X, Y) * 3 + Fewer (A => X, B => Y) * 5 + Less (X) * 7)
     with Pre => X in -1_000_000 .. 1_000_000 and Y in -1_000_000 .. 1_000_000;

   function Run_Used (X, Y : Integer) return Integer
     with Pre => X in -1_000_000 .. 1_000_000 and Y in -1_000_000 .. 1_000_000
   is
      use Signs;
      R : Integer := X + Y;
   begin
      if X < Y and Y < 100 then
         R := -R;
      end if;
      if X = Y then
         R := R + 1;
      end if;
      return R + R * (X > 0);
   end Run_Used;

   function Run_Named (X, Y : Integer) return Integer is (Signs."+" (X, Y));

   function Run_Step (X, Y : Integer) return Integer
     with Pre => X in -60 .. 60 and Y in -60 .. 60
   is
      use Steps;
   begin
      return Integer (Step (X) + Step (Y));
   end Run_Step;

   function Run_Codes (X : Integer) return Integer is
      C : constant Colour := Colour'Val (X mod 3);
   begin
      return Colour'Enum_Rep (C) * 100 + Tone'Enum_Rep (Tone (C))
        + Colour'Pos (C) + Switch'Enum_Rep (On) * 1_000;
   end Run_Codes;

   function Run_Decoded (X : Integer) return Integer
   is (Colour'Pos (Colour'Enum_Val (X)) + Switch'Pos (Switch'Enum_Val (1 + X / 7)))
     with Pre => X in 2 .. 12;

end Written_Otherwise;
