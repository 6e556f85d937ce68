package body Scopes is

   Level : Integer := 0;

   package Outer is
      Count : Integer := 5;
      package Inner is
         Count : Integer := 7;
         function Both return Integer;
      end Inner;
      function Total return Integer is (Count + Inner.Count);
   end Outer;

   package body Outer is
      package body Inner is
         function Both return Integer is (Count * 10 + Outer.Count);
      end Inner;
   end Outer;

   package Vault is
      type Key is private;
      Zero : constant Key;
      function Made (X : Integer) return Key with Pre => X in 0 .. 500;
      function Opens (A, B : Key) return Boolean;
      function Turned (K : Key) return Integer;
   private
      type Key is record
         Code : Natural := 42;
      end record;
      Zero : constant Key := (Code => 0);
      function Turned (K : Key) return Integer is (K.Code / 2);
   end Vault;

   package body Vault is
      function Made (X : Integer) return Key is ((Code => X * 2));
      function Opens (A, B : Key) return Boolean is (A.Code >= B.Code);
   end Vault;

   procedure Run_Outer (X : Integer; R : out Integer) is
      use Outer;
   begin
      Count := X;
      Inner.Count := Count / 2;
      R := Inner.Both / 3 + Total / 7;
   end Run_Outer;

   function Run_Key (X, Y : Integer) return Integer is
      use Vault;
      K : constant Key := Made (X);
      Fresh : Key;
   begin
      return (if Opens (K, Made (Y)) then 1 else 0) + (if K = Zero then 10 else 0)
        + Turned (Fresh) * 100 + (if Opens (Fresh, K) then 5 else 6);
   end Run_Key;

   function Run_Blocks (X : Integer) return Integer is
      Y : Integer := X / 2;
   begin
      Named :
      declare
         Y : Integer := Run_Blocks.Y + 1;
      begin
         Y := Y * 3;
         declare
            X : constant Integer := Named.Y - Run_Blocks.X;
         begin
            Run_Blocks.Y := X;
         end;
      end Named;
      return Y;
   end Run_Blocks;

   procedure Run_Up_Level (N : Integer; R : out Integer)
     with Pre => N in 0 .. 6
   is
      Calls : Natural := 0;
      Trace : array (1 .. 8) of Integer := (others => 0);

      procedure Descend (Depth : Integer) is
         Here : constant Integer := Depth * 2;

         procedure Note (X : Integer) is
         begin
            Calls := Calls + 1;
            Trace (Calls) := X + Here;
         end Note;
      begin
         Note (Depth);
         if Depth > 0 then
            Descend (Depth - 1);
            Note (1);
         end if;
      end Descend;
   begin
      Descend (N);
      R := Calls * 1_000 + Trace (1) + Trace (Integer'Max (1, Calls));
   end Run_Up_Level;

   function Run_Extended (X : Integer) return Integer is
      type Pair is record
         A, B : Integer;
      end record;
      function Made return Pair is
      begin
         return P : Pair do
            P.A := X;
            for I in 1 .. 3 loop
               P.B := I;
               if P.A = I then
                  return;
               end if;
            end loop;
            P.B := P.A / 2;
         end return;
      end Made;
      P : constant Pair := Made;
   begin
      return P.A / 3 + P.B;
   end Run_Extended;

   function Run_Jumps (N : Integer) return Integer
     with Pre => N in 1 .. 20
   is
      I : Integer := N;
   begin
      Search :
      loop
         for J in reverse 2 .. 5 loop
            if I mod J = 0 then
               I := I / J;
               goto Next;
            end if;
            exit Search when I < 2;
         end loop;
         I := I - 1;
         <<Next>>
         exit when I = 1;
      end loop Search;
      return I;
   end Run_Jumps;

   procedure Run_Level (X : Integer; R : out Integer) is
      Alias : Integer renames Level;
   begin
      Level := 3;
      Alias := Alias + X;
      R := Level;
   end Run_Level;

end Scopes;
