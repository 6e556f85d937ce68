package body Measures is

   type Level is (Low, Normal, High, Extreme);
   subtype Usual is Level range Low .. High;
   type Tiny is range -3 .. 3;
   type Wide is range -2 ** 40 .. 2 ** 40;
   type Clock is mod 12;
   type Week is array (Level range Low .. High) of Tiny;

   function Run_Succ (X : Integer) return Integer
     with Pre => X in 0 .. 3
   is
      L : constant Level := Level'Val (X);
      U : Usual;
   begin
      U := Level'Succ (L);
      return Level'Pos (U) * 10 + Level'Pos (Level'Pred (L));
   end Run_Succ;

   function Run_Bounds (X : Integer) return Integer is
     (Level'Pos (Usual'Last) + Level'Pos (Usual'Base'Last) * 10 + Level'Pos (Level'Min (Level'Val (X mod 4), Normal)) * 100
      + Integer (Tiny'First) + Integer (Tiny'Base'Last));

   function Run_Tiny (X, Y : Integer) return Integer is
      T : Tiny := Tiny (X);
   begin
      T := Tiny'Succ (T);
      T := T * Tiny'Base (Y) / 2;
      return Integer (Tiny'Max (T, 1));
   end Run_Tiny;

   function Run_Wide (X : Integer) return Integer is
      W : Wide := Wide (X);
   begin
      W := W * 500 + 3;
      return Integer (W / 500);
   end Run_Wide;

   function Run_Clock (X, Y : Integer) return Integer
     with Pre => X >= 0
   is
      C : Clock := Clock'Mod (Y);
   begin
      C := Clock'Succ (C) + Clock (X mod 13);
      C := C - 11 + Clock'Pred (0);
      return Clock'Modulus + Integer (C) + Integer (C ** 2) + Integer (C / 5) + Integer (C mod 4)
        + Boolean'Pos (C in 3 .. 5);
   end Run_Clock;

   function Run_Week (X : Integer) return Integer
     with Pre => X in -9 .. 9
   is
      W : Week := (Normal => Tiny (X), others => 0);
      Total : Integer := 0;
   begin
      W (Low) := W (Normal) / 2;
      for L in Week'Range loop
         Total := Total + Integer (W (L)) * Level'Pos (L);
      end loop;
      return Total * 10 + W'Length + Integer (W (W'Last));
   end Run_Week;

   function Run_Update (X, Y : Integer) return Integer
     with Pre => X in 0 .. 2
   is
      W : constant Week := (1, 2, 3);
      V : constant Week := W'Update (Level'Val (X) => Tiny (Y));
   begin
      return Integer (V (Low)) + 10 * Integer (V (Normal)) + 100 * Integer (V (High));
   end Run_Update;

   function Run_Qualified (X : Integer) return Integer is
     (Integer (Tiny'(Tiny'Base (X mod 7) - 3)) + Natural'(X / 2));

   function Run_Rounding (X, Y : Integer) return Integer is
     (X / Y + X mod Y * 3 + X rem Y * 7 + abs (X - Y))
     with Pre => abs X < 1_000_000 and abs Y < 1_000;

end Measures;
