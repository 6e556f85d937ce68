package body Inherited is

   package Metres is
      type Metre is range -1_000 .. 1_000;
      function Half (M : Metre) return Metre is (M / 2);
      procedure Grow (M : in out Metre; By : Metre := 3);
      function Of_Whole (X : Integer) return Metre is (Metre (X));
      function "+" (A, B : Metre) return Metre is (A - B - 1);
   end Metres;

   package body Metres is
      procedure Grow (M : in out Metre; By : Metre := 3) is
      begin
         M := M - By * 2;
      end Grow;
   end Metres;

   use type Metres.Metre;

   package Feet is
      type Foot is new Metres.Metre range -30 .. 30;
      function Half (F : Foot) return Foot is (F / 4);
   end Feet;

   package Pairs is
      type Pair is record
         A, B : Integer := 1;
      end record;
      function Sum (P : Pair) return Integer is (P.A + P.B);
      function Made (A, B : Integer) return Pair is ((A, B));
      procedure Turn (P : in out Pair);
   end Pairs;

   package body Pairs is
      procedure Turn (P : in out Pair) is
         A : constant Integer := P.A;
      begin
         P := (A => P.B, B => A);
      end Turn;
   end Pairs;

   type Couple is new Pairs.Pair;

   package Calendar is
      type Days is (Mon, Tue, Wed, Thu);
      function Next (D : Days) return Days is (if D = Thu then Mon else Days'Succ (D));
   end Calendar;

   type Early is new Calendar.Days range Calendar.Mon .. Calendar.Wed;

   function Run_Grow (X : Integer) return Integer is
      use Metres;
      M : Metre := Of_Whole (X);
   begin
      Grow (M);
      Grow (M, 5);
      return Integer (M + Half (M));
   end Run_Grow;

   function Run_Foot (X : Integer) return Integer is
      use Feet;
      F : Foot := Foot (X);
   begin
      Grow (F);
      Grow (F, By => 2);
      return Integer (Half (F) + F);
   end Run_Foot;

   function Run_Made (X : Integer) return Integer is
      use Feet;
      F : constant Foot := Of_Whole (X);
   begin
      return Integer (F);
   end Run_Made;

   function Run_Couple (X, Y : Integer) return Integer is
      C : Couple := Made (X, Y);
   begin
      Turn (C);
      return Sum (C) / 2 + C.A;
   end Run_Couple;

   function Run_Early (X : Integer) return Integer
     with Pre => X in 0 .. 5
   is
      E : Early := Early'Val (X);
   begin
      E := Next (E);
      return Early'Pos (E) * 10 + Early'Pos (Early'Base'Last);
   end Run_Early;

   function Run_Convert (X, Y : Integer) return Integer is
      C : constant Couple := Couple (Pairs.Pair'(X, Y));
      P : constant Pairs.Pair := Pairs.Pair (C);
   begin
      return P.A - C.B;
   end Run_Convert;

end Inherited;
