package body Unset is

   type Row is array (1 .. 4) of Small;
   type From_None is array (0 .. 3) of Small;
   type Matrix is array (1 .. 2, 1 .. 2) of Small;
   type Rows is array (0 .. 1) of Row;
   type Pairs is array (1 .. 4) of Pair;

   procedure Each (L, H, M : Small; R : out Boolean) is
      A : Row;
   begin
      for I in L + 1 .. H + 1 loop
         A (I) := M;
      end loop;
      R := (for all I in 1 .. M + 1 => A (I) >= 2);
   end Each;

   procedure Some_One (L, H, M : Small; R : out Boolean) is
      A : Row;
   begin
      for I in L + 1 .. H + 1 loop
         A (I) := M;
      end loop;
      R := (for some I in 2 .. 4 => A (I) >= 2);
   end Some_One;

   procedure From_Zero (L, H, M : Small; R : out Boolean) is
      A : From_None;
   begin
      A (0) := M;
      for I in L .. H loop
         A (I) := M;
      end loop;
      R := (for all I in A'Range => A (I) = M);
   end From_Zero;

   procedure In_Matrix (L, H, M : Small; R : out Boolean) is
      G : Matrix;
   begin
      for I in 1 .. 2 loop
         for J in 1 .. 2 loop
            if I + J > L then
               G (I, J) := M;
            end if;
         end loop;
      end loop;
      R := (for all I in 1 .. 2 => (for some J in 1 .. 2 => G (I, J) > H));
   end In_Matrix;

   procedure In_Rows (L, H, M : Small; R : out Boolean) is
      G : Rows;
   begin
      G (0) := (1, 2, 3, 0);
      for I in 1 .. 4 loop
         if I > L then
            G (1) (I) := M;
         end if;
      end loop;
      R := (for all J in 1 .. 4 => (for all I in Rows'Range => G (I) (J) <= H));
   end In_Rows;

   procedure Of_Records (L, H, M : Small; R : out Boolean) is
      P : Pairs;
   begin
      for I in P'Range loop
         P (I).A := M;
         if I <= H then
            P (I).B := L;
         end if;
      end loop;
      R := (for all I in P'Range => P (I).A > L or else P (I).B > 1);
   end Of_Records;

   procedure Guarded (L, H, M : Small; R : out Boolean) is
      A : Row;
   begin
      for I in L + 1 .. 4 loop
         A (I) := M;
      end loop;
      R := (for all I in 1 .. 4 => (if I > H then A (I) > 0));
   end Guarded;

   procedure In_Loop (L, H, M : Small; R : out Boolean) is
      A : Row;
   begin
      R := True;
      for I in 1 .. 4 loop
         if I /= L then
            A (I) := M;
         end if;
         R := R and then (for all K in 1 .. I => A (K) >= H);
      end loop;
   end In_Loop;

   procedure Behind_Or (L, H, M : Small; R : out Boolean) is
      A : Row;
   begin
      if L > H then
         A := (others => M);
      end if;
      R := H >= L or else (for some I in 1 .. 4 => A (I) = 2);
      if M = 3 then
         R := M < L or else (for some I in 1 .. 4 => A (I) = 2);
      end if;
   end Behind_Or;

   procedure Always_The_Same (L, H, M : Small; R : out Boolean) is
      A : Row;
   begin
      if M > 1 then
         A (2) := M;
      end if;
      R := (for all I in L .. H => A (2) >= I);
   end Always_The_Same;

   procedure Moved (L, H, M : Small; R : out Boolean) is
      A : Row;
   begin
      for I in 2 .. 4 loop
         A (I) := M;
      end loop;
      R := (for all I in L .. H => (for some J in 0 .. 1 => A (1 + (I + J) mod 4) > 1));
   end Moved;

   procedure Single (L, H, M : Small; R : out Boolean) is
      A : Row;
   begin
      A (L + 1) := M;
      A (4) := H;
      R := A (H + 1) > 0 and then A (M + 1) > 0;
   end Single;

   procedure Gone_Through (L, H, M : Small; R : out Boolean) is
      A : Row;
      Count : Small := 0;
   begin
      for E of A loop
         if Count /= L then
            E := Count;
         end if;
         R := E > H;
         exit when Count = M;
         Count := Count + 1;
      end loop;
      R := A (H + 1) > 2;
   end Gone_Through;

   procedure Slice_Gone_Through (L, H, M : Small; R : out Boolean) is
      A : Row;
   begin
      for E of A (L + 1 .. H + 1) loop
         E := M;
         R := E > H;
      end loop;
      R := A (M + 1) > 2;
   end Slice_Gone_Through;

   procedure Decided_Early (L, H, M : Small; R : out Boolean) is
      A : Row;
   begin
      for I in 1 .. L loop
         A (I) := H;
      end loop;
      R := (for some E of A => E = M);
   end Decided_Early;

   procedure Boxed (L, H, M : Small; R : out Boolean) is
      P : Pair := (L, H);
   begin
      if M > H then
         P := (A => M, B => <>);
      elsif M = H then
         P := (others => <>);
         P.A := L;
      end if;
      R := P.A > P.B;
   end Boxed;

   procedure Boxed_Row (L, H, M : Small; R : out Boolean) is
      type Line is array (Small range <>) of Small;
      A : constant Line (L .. H) := (others => <>);
      B : Row := (others => H);
   begin
      R := (for all E of A => E > M);
      if M = 3 then
         B := (1 => L, 2 .. 4 => <>);
      end if;
      R := R and B (2) = 2;
   end Boxed_Row;

   procedure Boxed_Variant (L, H, M : Small; R : out Boolean) is
      type Choice (Has : Boolean := False) is record
         First : Small := 2;
         case Has is
            when True =>
               Second : Small;
            when False =>
               Third : Small := 1;
         end case;
      end record;
      C : Choice;
   begin
      if M > 1 then
         C := (Has => True, First => L, others => <>);
         R := C.Second > H;
      else
         C := (Has => False, others => <>);
         R := C.First > C.Third;
      end if;
   end Boxed_Variant;

   Single_Ones, Notes : array (Small, Small, Small) of Small;

   procedure In_Package (L, H, M : Small; R : out Boolean) is
   begin
      if L > H then
         Single_Ones (L, H, M) := M;
      end if;
      R := M = 1 or else Single_Ones (L, H, M) > 1;
   end In_Package;

   procedure Noted (L, H, M : Small; R : out Boolean) is
   begin
      if M > 1 then
         Notes (L, H, M) := M;
      end if;
      R := True;
   end Noted;

   procedure Noted_By_Another (L, H, M : Small; R : out Boolean) is
   begin
      Noted (L, H, M, R);
      R := Notes (L, H, M) > 2;
   end Noted_By_Another;

   procedure In_Private_Part (L, H, M : Small; R : out Boolean) is
   begin
      Shared (L, H, M).A := M;
      if H > 1 then
         Shared (L, H, M).B := L;
      end if;
      R := Shared (L, H, M).A > Shared (L, H, M).B;
   end In_Private_Part;

end Unset;
