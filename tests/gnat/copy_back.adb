package body Copy_Back is
   subtype Small is Integer range -50 .. 50;
   Kept : Small := 0;
   Given : Integer := 0;

   procedure Double (X : in out Integer) is
   begin
      X := X * 2;
   end Double;

   procedure Split (X : Integer; High, Low : out Integer) is
   begin
      High := X / 10;
      Low := X rem 10 * 9;
   end Split;

   procedure Take (X : Small; Y : out Natural) is
   begin
      Y := X + 20;
   end Take;

   procedure Through (A : Integer; B : in out Small) is
   begin
      Double (B);
      Kept := B;
      Take (A, Given);
      Split (A * 11, Given, Kept);
      Take (Given + 30, Given);
      Take (Given, B);
   end Through;
end Copy_Back;
