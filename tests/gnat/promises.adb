package body Promises is

   type List is array (1 .. 4) of Integer;
   type Pair is record
      Left, Right : Integer;
   end record;
   State : Integer := 0;

   subtype Prime is Integer with Static_Predicate => Prime in 2 | 3 | 5 | 7 | 11;
   subtype Growing is Pair
     with Dynamic_Predicate => Growing.Left <= Growing.Right;

   procedure Rotate (L : in out List)
     with Post => (for all I in 1 .. 3 => L (I) = L'Old (I + 1)) and L (4) = L (4)'Old + 1;

   procedure Rotate (L : in out List) is
   begin
      L := (L (2), L (3), L (4), L (4) + (if L (1) = 9 then 2 else 1));
   end Rotate;

   function Run_Rotate (A, B : Integer) return Integer is
      L : List := (A, B, A, B);
   begin
      Rotate (L);
      return L (1) + L (3) - L (4);
   end Run_Rotate;

   procedure Flip (P : in out Pair; By : Integer)
     with Post => P.Left = P'Old.Right and then P.Right = P.Left'Old + By;

   procedure Flip (P : in out Pair; By : Integer) is
   begin
      P := (Left => P.Right, Right => P.Left + abs By);
   end Flip;

   function Run_Flip (A, B, C : Integer) return Integer is
      P : Pair := (A, B);
   begin
      Flip (P, C);
      return P.Left / 2 + P.Right / 2;
   end Run_Flip;

   function Sign (X : Integer) return Integer
     with Contract_Cases => (X > 0 => Sign'Result = 1,
                             X < -1 => Sign'Result = -1,
                             X = -1 => Sign'Result in -1 | 0,
                             others => Sign'Result = 0 and State = State'Old);

   function Sign (X : Integer) return Integer is
     (if X > 100 then 2 elsif X > 0 then 1 elsif X < 0 then -1 else 0);

   function Run_Sign (X : Integer) return Integer is (Sign (X) * 7);

   function Overlapping (X : Integer) return Integer is (X / 2)
     with Contract_Cases => (X > 10 => True, X < 20 => Overlapping'Result < 10);

   function Run_Overlapping (X : Integer) return Integer is (Overlapping (X) + 1);

   function Run_Prime (X : Integer) return Integer is
      P : Prime;
   begin
      P := X;
      case P is
         when 2 .. 3 => return 1;
         when 5 | 7 => return 2;
         when others => return 3;
      end case;
   end Run_Prime;

   function Run_Growing (A, B, C : Integer) return Integer is
      G : Growing := (A, B);
   begin
      G := (G with delta Right => C);
      return (if Pair'(C, A) in Growing then G.Right else G.Left);
   end Run_Growing;

   function Depth (N : Integer) return Integer is
     (if N <= 0 then 0 elsif N mod 13 = 12 then 1 + Depth (N) else 1 + Depth (N / 2))
     with Subprogram_Variant => (Decreases => N);

   function Run_Depth (N : Integer) return Integer
   is (Depth (N))
     with Pre => N in -100 .. 100;

   procedure Run_Entry (N : Integer; S : out Integer)
     with Pre => N in 0 .. 12
   is
      L : List := (others => N);
      I : Integer := 0;
   begin
      S := N;
      while I < N loop
         pragma Loop_Invariant (S = S'Loop_Entry + I * 2);
         pragma Loop_Invariant (for all K in List'Range => L (K) >= L'Loop_Entry (K));
         pragma Loop_Variant (Decreases => N - I);
         pragma Assert (L (1 + I mod 4) < 15);
         L (1 + I mod 4) := L (1 + I mod 4) + 1;
         S := S + 2;
         I := I + 1;
      end loop;
      pragma Assert (S = 3 * N);
   end Run_Entry;

   procedure Run_Variants (A, B : Integer; R : out Integer)
     with Pre => A in 0 .. 5 and B in 0 .. 5
   is
      X : Integer := A;
      Y : Integer := B;
   begin
      R := 0;
      while X > 0 or Y > 0 loop
         pragma Loop_Variant (Decreases => X, Decreases => Y);
         R := R + 1;
         if Y > 0 then
            Y := Y - 1;
         else
            X := X - 1;
            Y := (if X = 3 then 0 else 2);
         end if;
      end loop;
   end Run_Variants;

   procedure Step (By : Integer)
     with Pre => State < 1_000 and By in 0 .. 100,
          Post => State = State'Old + By and (if By = 0 then State = 0);

   procedure Step (By : Integer) is
   begin
      State := State + By;
   end Step;

   procedure Run_Step (A, B : Integer; R : out Integer) is
   begin
      State := A / 2;
      Step (B);
      R := State;
   end Run_Step;

end Promises;
