package body Default_Sizes is
   subtype Size is Integer range 0 .. 5;
   N : constant Integer := 9;
   type Table is array (Positive range <>) of Integer;
   type Fixed (N : Size) is record
      Twice : Integer := N * 2;
      Data : Table (1 .. N) := (others => N);
   end record;
   type Kept (Full : Boolean := True; N : Size := 3) is record
      Used : Size := (if Full then N else 0);
      case Full is
         when True => Left : Positive := N - 1;
         when False => Last : Integer := -N;
      end case;
   end record;
   type Outer (M : Size := 2) is record
      Inner : Fixed (M);
      More : Size := M + 3;
   end record;
   type Many is array (1 .. 3) of Kept;
   type Outers is array (1 .. 2) of Outer;

   procedure Run_Fixed (X : Size; R : out Integer) is
      F : Fixed (X);
   begin
      R := F.Twice + 100 * F.Data'Length + N;
      R := R + 1000 * F.Data (2);
   end Run_Fixed;

   procedure Run_Kept (X : Size; R : out Integer) is
      First : Kept;
      Second : Kept (True, X);
      Third : Kept (False, X);
   begin
      R := First.Used + 10 * First.Left + 100 * Second.Used + 1000 * Second.Left
        + 10000 * Third.Used - Third.Last;
   end Run_Kept;

   procedure Run_Aggregate (X : Size; R : out Integer) is
      F : constant Fixed := (N => X, Twice | Data => <>);
      K : Kept := (Full => True, N => 4, others => <>);
   begin
      R := F.Twice + F.Data (F.Data'Last) * 100 + K.Left * 1000;
      K := (True, X, Used => <>, Left => 1);
      R := R + K.Used * 10000;
   end Run_Aggregate;

   procedure Run_Outer (X : Size; R : out Integer) is
      O : Outer;
      P : Outer (X);
   begin
      R := O.Inner.Twice + O.More * 100 + P.Inner.Twice * 1000 + P.Inner.Data'Length * 10000;
      pragma Assert (P.More /= 4);
   end Run_Outer;

   procedure Run_Many (X : Size; R : out Integer) is
      A : Many;
      B : Outers;
   begin
      R := A (X).Used + 10 * A (X).Left + 100 * B (1).More + 1000 * B (2).Inner.Twice;
      R := R + 10000 * B (X).Inner.Data (X);
   end Run_Many;
end Default_Sizes;
