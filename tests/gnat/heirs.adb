package body Heirs is
   --  Class-wide contracts bind what overrides a subprogram.
   package Parents is
      type T is tagged record
         A : Integer := 1;
      end record;
      procedure Set (X : in out T; Y : Integer)
        with Pre'Class => Y > 0,
             Post'Class => X.A = Y and then X.A = X.A'Old + Y - X.A'Old;
      function Half (X : T; Y : Integer) return Integer
        with Post'Class => Half'Result = Y / 2;
   end Parents;

   package body Parents is
      procedure Set (X : in out T; Y : Integer) is
      begin
         X.A := Y;
      end Set;

      function Half (X : T; Y : Integer) return Integer is
      begin
         return (Y - Y rem 2) / 2;
      end Half;
   end Parents;

   package Heirs_Of is
      type D is new Parents.T with record
         B : Integer := 0;
      end record;
      overriding procedure Set (Object : in out D; Value : Integer)
        with Post => Object.B <= 10;
      overriding function Half (X : D; Value : Integer) return Integer;
      --  Inherited once more.
      type E is new D with null record;
      overriding procedure Set (Object : in out E; Y : Integer);
   end Heirs_Of;

   package body Heirs_Of is
      procedure Set (Object : in out D; Value : Integer) is
      begin
         Object.B := 100 / Value;
         if Value /= 12 then
            Object.A := Value;
         end if;
      end Set;

      function Half (X : D; Value : Integer) return Integer is
      begin
         return (if Value < 0 then (Value - 1) / 2 else Value / 2);
      end Half;

      procedure Set (Object : in out E; Y : Integer) is
      begin
         Object.A := (if Y = 3 then 4 else Y);
      end Set;
   end Heirs_Of;

   procedure Run_Set (X : Integer; R : out Integer)
     with Pre => X in -5 .. 30
   is
      Object : Heirs_Of.D;
   begin
      Object.Set (X);
      R := Object.A + Object.B;
      pragma Assert (R > 10);
   end Run_Set;

   procedure Run_Half (X : Integer; R : out Integer)
     with Pre => X in -9 .. 9
   is
      Object : Heirs_Of.D;
   begin
      R := Heirs_Of.Half (Object, X);
   end Run_Half;

   procedure Run_Again (X : Integer; R : out Integer)
     with Pre => X in -5 .. 5
   is
      Object : Heirs_Of.E;
   begin
      Heirs_Of.Set (Object, X);
      R := Object.A;
   end Run_Again;
end Heirs;
