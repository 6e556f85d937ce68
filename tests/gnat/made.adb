package body Made is
   subtype Size is Integer range 0 .. 5;
   type Table is array (Positive range <>) of Integer;
   type Fixed (N : Size) is record
      Data : Table (1 .. N);
      Spare : Table (1 .. 3) := (others => 6);
   end record;
   type Pair is record
      Low : Positive := 2;
      High : Size := 4;
   end record;

   function Filled (N : Integer) return Fixed is
   begin
      return F : Fixed (N) do
         F.Data := (others => N);
         if N = 4 then
            return;
         end if;
         F.Spare (2) := F.Data (1);
      end return;
   end Filled;

   function Usual (X : Integer) return Pair is
   begin
      if X = 3 then
         return (1, 1);
      end if;
      return P : Pair do
         P.High := P.Low + X;
      end return;
   end Usual;

   procedure Run_Filled (X : Integer; R : out Integer) is
      F : constant Fixed := Filled (X mod 8);
   begin
      R := F.N + F.Data'Length * 10 + F.Spare (2) * 100 + F.Spare (3) * 1000;
   end Run_Filled;

   procedure Run_Usual (X : Integer; R : out Integer) is
      P : constant Pair := Usual (X mod 6);
   begin
      R := P.Low + P.High * 10;
   end Run_Usual;

   --  Nested subprograms that change a parameter of the one around them, and a caller that has a
   --  variable of the same name.
   procedure Count (N : Integer; Sum : in out Integer) is
      procedure Add is
      begin
         Sum := Sum + N;
      end Add;
   begin
      Add;
      if N > 0 then
         Count (N - 1, Sum);
         Add;
      end if;
   end Count;

   procedure Run_Count (X : Integer; R : out Integer) is
      Sum : Integer := X / 2;
   begin
      Count (X mod 5, Sum);
      R := Sum;
   end Run_Count;
end Made;
