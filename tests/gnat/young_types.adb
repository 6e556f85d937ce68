package body Young_Types is

   function Is_Even (X : Integer) return Boolean is (X mod 2 = 0);
   subtype Even is Integer range -1_000 .. 1_000
     with Dynamic_Predicate => Is_Even (Even);
   type Own_Even is new Even;
   type Small_Even is new Even range -20 .. 20
     with Dynamic_Predicate => Small_Even /= 4;

   package Points is
      type Point is record
         X, Y : Integer;
      end record
        with Dynamic_Predicate => Is_Low (Point.X);
      function Is_Low (X : Integer) return Boolean is (X <= 50);
      function Made (X, Y : Integer) return Point is ((X, Y));
      procedure Move (P : in out Point; By : Integer);
   end Points;

   package body Points is
      procedure Move (P : in out Point; By : Integer) is
      begin
         P := (X => P.X, Y => (if By > 0 then 1 else -1));
      end Move;
   end Points;

   type Mark is new Points.Point;
   type Narrow is new Points.Point
     with Dynamic_Predicate => Narrow.Y <= 30;

   type Colour is (Red, Green, Blue, White);
   subtype Pure is Colour
     with Static_Predicate => Pure in Red | Blue;
   type Own_Pure is new Pure;

   function Run_Even (X : Integer) return Integer
     with Pre => X in -1_000 .. 1_000
   is
      E : Own_Even := 2;
   begin
      E := Own_Even (X);
      return Integer (E) + 1;
   end Run_Even;

   function Run_Small (X : Integer) return Integer
     with Pre => X in -30 .. 30
   is
      E : constant Small_Even := Small_Even (X);
   begin
      return Integer (E) / 2;
   end Run_Small;

   function Run_Mark (X, Y : Integer) return Integer is
      M : Mark := (X => X, Y => Y);
   begin
      Move (M, Y);
      return M.Y;
   end Run_Mark;

   function Run_Narrow (X, Y : Integer) return Integer is
      N : Narrow := (X => 0, Y => 0);
   begin
      N := (X => X, Y => Y);
      return N.Y / 2;
   end Run_Narrow;

   function Run_Pure (X : Integer) return Integer
     with Pre => X in 0 .. 3
   is
      P : constant Own_Pure := Own_Pure (Colour'Val (X));
   begin
      return Own_Pure'Pos (P) + 1;
   end Run_Pure;

   function Run_Converted (X, Y : Integer) return Integer is
      P : constant Points.Point := (X => X, Y => Y);
      N : constant Narrow := Narrow (P);
   begin
      return (if N.X < 0 then 1 else 2);
   end Run_Converted;

end Young_Types;
