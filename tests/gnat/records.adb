package body Records is

   type Point is record
      X, Y : Integer := 3;
   end record;
   type Segment is record
      From, To : Point;
      Is_Closed : Boolean;
   end record;
   type Points is array (1 .. 3) of Point;
   type Kind is (Circle, Box);
   type Shape (K : Kind := Circle) is record
      Id : Natural;
      case K is
         when Circle => Radius : Natural;
         when Box => Width, Height : Positive;
      end case;
   end record;
   type Buffer (Size : Natural) is record
      Used : Natural := 0;
      Data : String (1 .. Size);
   end record;

   Origin : constant Point := (0, 0);
   Current : Point := (X => 1, Y => 2);
   Many : Points := (others => (X => 5, Y => 6));

   procedure Move (P : in out Point; By : Integer) is
   begin
      P.X := P.X + By;
      P.Y := P.Y - By;
   end Move;

   function Sum (P : Point) return Integer is (P.X + P.Y);

   procedure Run_Move (By : Integer; R : out Integer) is
   begin
      Current := (X => 1, Y => 2);
      Move (Current, By);
      R := Sum (Current) + Current.X;
   end Run_Move;

   function Run_Segment (A, B : Integer) return Integer is
      S : Segment := ((A, B), (X | Y => B), Is_Closed => A > B);
      P : Point;
   begin
      S.From := S.To;
      S.To.X := A;
      P.X := S.From.Y;
      if S.From = (B, B) and S.To /= Origin then
         return Sum (S.To) + P.Y + P.X;
      end if;
      return (if S.Is_Closed then -1 else 1);
   end Run_Segment;

   function Run_Many (I, V : Integer) return Integer is
      P : Points := Many;
      Q : Point renames P (2);
   begin
      P (I).X := V;
      Q.Y := 100;
      P (1) := (P (I) with delta Y => V / 2);
      Move (P (I), 3);
      return P (1).X + P (1).Y + P (2).Y + Sum (P (3));
   end Run_Many;

   function Area (S : Shape) return Natural is
     (case S.K is when Circle => S.Radius * S.Radius * 3,
                  when Box => S.Width * S.Height);

   function Run_Shape (W, H : Integer; B : Boolean) return Integer
     with Pre => W < 10_000
   is
      S : Shape := (K => Circle, Id => 1, Radius => 2);
   begin
      if B then
         S := (Box, 2, W, H);
         S.Height := S.Height + 1;
      end if;
      if W = 7 then
         return S.Radius;
      end if;
      return Area (S) + S.Id;
   end Run_Shape;

   function Run_Buffer (N, I : Integer) return Integer
     with Pre => N in 0 .. 20
   is
      B : Buffer (N);
   begin
      B.Data := (others => 'a');
      B.Data (I) := 'b';
      B.Used := I;
      return B.Used + B.Data'Length + Character'Pos (B.Data (B.Data'First));
   end Run_Buffer;

   function Run_Swap (A, B : Integer) return Integer is
      P : Point := (A, B);
   begin
      P := (X => P.Y, Y => P.X);
      return P.X - P.Y;
   end Run_Swap;

end Records;
