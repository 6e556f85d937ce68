package body Control is

   function Run_Exits (N, M : Integer) return Integer is
      Count : Integer := 0;
   begin
      Outer :
      for I in 1 .. N loop
         for J in reverse 1 .. 5 loop
            exit Outer when I * J = M;
            exit when J = I;
            Count := Count + 1;
         end loop;
         if Count > 50 then
            return Count;
         end if;
      end loop Outer;
      return -Count;
   end Run_Exits;

   function Run_Goto (N : Integer) return Integer is
      I : Integer := 0;
   begin
      <<Again>>
      I := I + 3;
      if I < N and I < 30 then
         goto Again;
      end if;
      if I > 20 then
         goto Done;
      end if;
      I := I * 2;
      <<Done>>
      return I;
   end Run_Goto;

   function Run_Booleans (X : Integer) return Integer is
      Count : Integer := 0;
   begin
      for B in Boolean loop
         for C in reverse Boolean range False .. (X > 3) loop
            if B /= C then
               Count := Count + 1;
            end if;
         end loop;
      end loop;
      return Count;
   end Run_Booleans;

   function Run_Extended (X : Integer) return Integer is
   begin
      return R : Integer := 5 do
         R := R + X;
         if X > 100 then
            return;
         end if;
         R := R * 2;
      end return;
   end Run_Extended;

   procedure Run_Invariant (N : Integer; S : out Integer)
     with Pre => N in 0 .. 20
   is
      I : Integer := 0;
   begin
      S := 0;
      while I < N loop
         pragma Loop_Invariant (S = I * (I - 1) / 2);
         pragma Loop_Invariant (S'Loop_Entry = 0 and I < 18);
         pragma Loop_Variant (Increases => I);
         S := S + I;
         I := I + (if N = 13 and I = 5 then 0 else 1);
      end loop;
   end Run_Invariant;

   procedure Cases (X : Integer; Y : in out Integer)
     with Contract_Cases => (X < 0 => Y = 0, X = 5 => Y = Y'Old, X > 4 => Y > X);

   procedure Cases (X : Integer; Y : in out Integer) is
   begin
      if X < 0 then
         Y := 0;
      elsif X > 10 then
         Y := X / 2 + 5;
      end if;
   end Cases;

   procedure Run_Cases (X : Integer; Y : in out Integer) is
   begin
      Cases (X, Y);
   end Run_Cases;

   subtype Even is Integer with Dynamic_Predicate => Even mod 2 = 0;

   function Run_Even (X : Integer) return Boolean is
      E : Even := 4;
   begin
      if X in Even then
         E := X + 1 - 1;
      else
         E := X / 2;
      end if;
      return E > 0;
   end Run_Even;

   procedure Run_Raise (X : Integer; R : out Integer) is
   begin
      R := (if X < 10 then X else raise Program_Error);
      if X = 3 then
         raise Constraint_Error;
      end if;
   end Run_Raise;

   procedure Run_Nested (N : Integer; R : out Integer) is
      Total : Integer := 0;
      Step : constant Integer := N / 3;

      procedure Add (X : Integer) is
         procedure Deep is
         begin
            Total := Total + Step * X;
         end Deep;
      begin
         if X > 0 then
            Deep;
            Add (X - 1);
         end if;
      end Add;

      function Current return Integer is (Total);
   begin
      Add (3);
      R := Current + Total;
   end Run_Nested;

   procedure Run_Cut (X : in out Integer) is
   begin
      X := X / 2;
      pragma Assert_And_Cut (X < 1000);
      declare
         Y : Integer renames X;
         Z : constant Integer := Y - 1;
      begin
         Y := Z;
      end;
      pragma Assert (X /= 17);
   end Run_Cut;

end Control;
