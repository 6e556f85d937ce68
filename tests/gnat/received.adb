package body Received is

   subtype Wide is Integer range -300 .. 300;
   type Tiny is range -128 .. 127;
   type Byte is mod 256;
   type Five is mod 5;
   type Pair is record
      T : Tiny := 2;
      F : Five := 1;
   end record;
   type Pairs is array (1 .. 3) of Pair;

   procedure Double (X : in out Integer) is
   begin
      X := X * 2 + 3;
   end Double;

   procedure Give (X : out Integer; Value : Integer) is
   begin
      X := Value;
   end Give;

   procedure Give_Tiny (X : out Tiny; Value : Integer) is
   begin
      X := Tiny (Value);
   end Give_Tiny;

   procedure Raise_It (X : in out Long_Long_Integer; By : Integer) is
   begin
      X := X + Long_Long_Integer (By) * 1_000;
   end Raise_It;

   --  What comes back from a larger type is checked, where the type has no range of its own too.
   function Run_Tiny (A : Wide) return Integer is
      V : Short_Short_Integer := Short_Short_Integer (A / 3);
   begin
      Double (Integer (V));
      return Integer (V);
   end Run_Tiny;

   function Run_Byte (A : Wide) return Integer is
      V : Byte := Byte (A / 2);
   begin
      Double (Integer (V));
      return Integer (V);
   end Run_Byte;

   function Run_Parts (A, B : Wide) return Integer is
      V : Pairs;
   begin
      Give (Integer (V (1).T), A);
      Give (Integer (V (B mod 4).F), B / 40);
      return Integer (V (1).T) + Integer (V (2).F) + Integer (V (3).F);
   end Run_Parts;

   function Run_Between (A : Wide) return Integer is
      F : Five;
      P : Positive;
   begin
      Give_Tiny (Tiny (F), A / 20);
      Give_Tiny (Tiny (P), A - 1);
      return Integer (F) + P;
   end Run_Between;

   function Run_Base (A : Wide) return Integer is
      V : Tiny'Base := 1;
      W : Short_Integer := 1;
   begin
      Give (Integer (V), A);
      Raise_It (Long_Long_Integer (W), A);
      return Integer (V) + Integer (W);
   end Run_Base;

end Received;
