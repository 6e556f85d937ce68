package body Unchanging is

   subtype From_0_To_3 is Integer range 0 .. 3;
   subtype From_0_To_5 is Integer range 0 .. 5;
   subtype From_1_To_3 is Integer range 1 .. 3;

   subtype Size is Integer range 0 .. 5;
   type Fixed (Room : Size) is record
      Used : Size := 0;
      Data : String (1 .. Room) := (others => ' ');
   end record;
   type Flag (On : Boolean) is record
      V : Integer := 0;
      case On is
         when True => W : Integer := 1;
         when False => null;
      end case;
   end record;
   subtype Two is Fixed (2);
   G : Fixed (3);
   H : Fixed := (4, 1, "abcd");
   type Pair is array (1 .. 2) of Two;
   type Nest (N : Size) is record
      A : Fixed (N);
      B : Fixed (2);
   end record;

   function Make (N : Size) return Fixed is (N, 1, (others => 'm'));

   procedure Copy (A : in out Fixed; B : Fixed) is
   begin
      A := B;
   end Copy;

   procedure Set (A : out Fixed; B : Fixed) is
   begin
      A := B;
   end Set;

   procedure Clear (A : out Fixed) is
   begin
      A := (A.Room, 2, (others => 'c'));
   end Clear;

   procedure Fill (A : out Two) is
   begin
      A := (A.Room, A.Room, "ab");
   end Fill;

   procedure Turn (A : in out Flag; B : Flag) is
   begin
      A := B;
   end Turn;

   function Run_Object (N : From_0_To_3; M : From_0_To_3) return Integer
   is
      A : Fixed := Make (N);
      B : constant Fixed := Make (M);
   begin
      A.Used := 3;
      A := B;
      return A.Room + A.Used * 10;
   end Run_Object;

   function Run_Copy (N : From_0_To_3; M : From_0_To_3) return Integer
   is
      A : Fixed (N);
      B : Fixed (M);
   begin
      B.Used := 3;
      Copy (A, B);
      return A.Room + A.Used * 10;
   end Run_Copy;

   function Run_Set (N : From_0_To_3; M : From_0_To_3) return Integer
   is
      A : Fixed := Make (N);
   begin
      Set (A, Make (M));
      return A.Room + A.Used * 10;
   end Run_Set;

   function Run_Clear (N : From_0_To_3) return Integer
   is
      A : Fixed := Make (N);
   begin
      Clear (A);
      return A.Room + A.Used * 10 + A.Data'Length * 100;
   end Run_Clear;

   function Run_Globals (N : From_0_To_5) return Integer
   is
   begin
      if N < 3 then
         H := Make (N + 2);
      else
         G := Make (N);
      end if;
      return G.Room + H.Room * 10;
   end Run_Globals;

   function Run_Between (N : From_0_To_5) return Integer
   is
   begin
      if N < 3 then
         Copy (G, H);
      elsif N < 4 then
         G := H;
      else
         Clear (G);
      end if;
      return G.Room + H.Room * 10;
   end Run_Between;

   function Run_Pair (N : From_0_To_5; I : From_0_To_3) return Integer
   is
      P : Pair;
   begin
      P (I).Used := 4;
      Copy (P (I), Make (N));
      Fill (P (2));
      return P (1).Used * 100 + P (2).Used * 10 + P (1).Room;
   end Run_Pair;

   function Run_Nest (N : From_1_To_3; M : From_1_To_3; K : From_1_To_3) return Integer
   is
      X : Nest := (N, Make (N), Make (2));
      Y : constant Nest := (M, Make (M), (2, 4, "zz"));
   begin
      if K = 1 then
         X := Y;
      elsif K = 2 then
         X.A := Y.A;
      else
         X.B := Y.A;
      end if;
      return X.A.Room + X.B.Used * 10;
   end Run_Nest;

   function Run_Turn (A, B, C : Boolean) return Integer is
      X : Flag (A);
      Y : Flag (B);
   begin
      Y.V := 3;
      Turn (X, Y);
      if C then
         X.W := 6;
      end if;
      return X.V;
   end Run_Turn;

   function Run_Rename (N : From_1_To_3; M : From_1_To_3) return Integer
   is
      A : Fixed := Make (N);
      B : Fixed renames A;
   begin
      B := Make (M);
      return A.Room;
   end Run_Rename;

   function Run_Block (N : From_1_To_3; M : From_1_To_3) return Integer
   is
      R : Integer := 0;
   begin
      for I in 1 .. N loop
         declare
            A : Fixed := Make (I);
         begin
            A := Make (M);
            R := R + A.Room;
         end;
      end loop;
      return R;
   end Run_Block;

   function Result (N, M : Integer) return Fixed is
   begin
      return A : Fixed := Make (N) do
         A := Make (M);
      end return;
   end Result;

   function Run_Result (N : From_1_To_3; M : From_1_To_3) return Integer
   is
   begin
      return Result (N, M).Room;
   end Run_Result;

end Unchanging;
