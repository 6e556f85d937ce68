package body Extended_Parts is

   subtype Number is Integer range 0 .. 6;

   package Kinds is
      type Root is tagged record
         X : Integer := 1;
         Z : Integer := 2;
      end record;
      procedure Set (Self : in out Root; To : Integer);
      procedure Put (Self : out Root; To : Integer);
      type Heir is new Root with record
         Y : Integer := 5;
      end record;
      type Grandchild is new Heir with record
         W : Integer := 7;
      end record;

      type Sized (Size : Number) is tagged record
         Used : Integer := Size;
      end record;
      procedure Bump (Self : in out Sized);
      function Total (Self : Sized) return Integer is (Self.Used + Self.Size);
      type Fixed is new Sized (3) with record
         Extra : Integer := 4;
      end record;
      type Same is new Fixed with null record;
   end Kinds;

   package body Kinds is
      procedure Set (Self : in out Root; To : Integer) is
      begin
         Self.X := To;
      end Set;

      procedure Put (Self : out Root; To : Integer) is
      begin
         Self := (To, To + 1);
      end Put;

      procedure Bump (Self : in out Sized) is
      begin
         Self.Used := Self.Used + Self.Size;
      end Bump;
   end Kinds;

   use Kinds;

   type Holder is record
      Before : Integer := 3;
      Held : Heir;
      After : Integer := 4;
   end record;
   type Nest is record
      First : Grandchild;
      Second : Holder;
      Third : Heir;
      Last : Integer := 9;
   end record;
   type Row is array (1 .. 2) of Grandchild;

   --  What is behind a component that is seen as its ancestor stays what it is.
   function Run_Components (A, B : Number) return Integer is
      R : Nest;
   begin
      Set (Root (R.First), A);
      Set (Heir (R.First), R.First.X + 1);
      Root (R.Second.Held).Set (B);
      Put (Root (R.Third), 5);
      pragma Assert (R.First.Y = 5 and R.First.W = 7 and R.Second.After = 4);
      pragma Assert (R.Third.Y = 5);
      return R.First.X + R.Second.Held.X * 10 + R.Second.Held.Y * 100 + R.Last * 1_000 + R.Third.X * 10_000;
   end Run_Components;

   function Run_Rows (A, B : Number) return Integer is
      type Held_Row is record
         Before : Integer := 2;
         Them : Row;
         After : Integer := 8;
      end record;
      R : Held_Row;
   begin
      Set (Root (R.Them (A)), B);
      Put (Root (R.Them (2)), A);
      Set (Heir (R.Them (1)), 3 * A);
      return R.Them (1).X + 10 * R.Them (2).X + 100 * R.Them (1).Y + 1_000 * R.Them (2).W + 10_000 * R.After;
   end Run_Rows;

   --  A view of an ancestor can be assigned to.
   function Run_Assigned (A, B : Number) return Integer is
      X : Heir;
      R : Holder;
   begin
      Root (X) := (A, B);
      Root (R.Held) := Root (X);
      Root (X) := Root'(X => R.Before, Z => Root (X).X);
      Root (R.Held).Z := 1;
      return X.X + 10 * X.Z + 100 * X.Y + 1_000 * R.Held.X + 10_000 * R.Held.Y + 100_000 * R.After + R.Held.Z;
   end Run_Assigned;

   --  The discriminants of a constrained parent.
   function Run_Constrained (A, B : Number) return Integer is
      X : Fixed;
      Y : Same;
      type Held_Fixed is record
         Before : Integer := 1;
         It : Fixed;
         After : Integer := 2;
      end record;
      R : Held_Fixed;
   begin
      X.Bump;
      Bump (Sized (Y));
      Bump (Sized (R.It));
      R.It.Extra := A;
      if B > 3 then
         X := (Size => A, Used => A, Extra => B);
      end if;
      return X.Used + 10 * Y.Used + 100 * R.It.Used + 1_000 * R.It.Extra + 10_000 * X.Total + X.Size * R.After;
   end Run_Constrained;

end Extended_Parts;
