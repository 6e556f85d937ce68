package body First_Values is
   subtype Small is Integer range -8 .. 8;
   type Pair is record
      Low : Integer := 5;
      High : Small := 3;
   end record
   with Dynamic_Predicate => Pair.Low <= Pair.High + 2;
   type Falling is record
      Low : Integer := 5;
      High : Small := 3;
   end record
   with Dynamic_Predicate => Falling.Low <= Falling.High;
   type Level is new Integer range 0 .. 9 with Default_Value => 5;
   type Young is new Level range 0 .. 7;
   type Table is array (1 .. 3) of Integer with Default_Component_Value => 7;
   type Grid is array (1 .. 2, 1 .. 2) of Level;
   type Both is record
      L : Level;
      T : Table;
      Y : Young := 2;
   end record;
   type Many is array (1 .. 2) of Both;

   function Made (X : Small) return Pair is
   begin
      return P : Pair do
         P.Low := X + 3;
         if X = 2 then
            return;
         end if;
         P.High := 5;
      end return;
   end Made;

   procedure Run_Made (X : Small; R : out Integer) is
   begin
      R := Made (X).Low;
   end Run_Made;

   procedure Run_Falling (X : Small; R : out Integer) is
   begin
      R := X;
      if X > 0 then
         declare
            F : Falling;
         begin
            R := F.Low;
         end;
      end if;
   end Run_Falling;

   procedure Run_Levels (X : Small; R : out Integer) is
      L : Level;
      Y : Young;
      G : Grid;
      M : Many;
   begin
      L := L + Level (abs X);
      R := Integer (L) + 10 * Integer (Y) + 100 * Integer (G (2, 1)) + 1000 * Integer (M (2).L);
      R := R + 10000 * M (X).T (X) + 100000 * Integer (M (1).Y);
   end Run_Levels;
end First_Values;
