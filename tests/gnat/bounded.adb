package body Bounded is
   type Line is array (Positive range <>) of Integer;
   type Wide (N : Integer) is record
      A : Line (N .. 5);
   end record;
   type Changing (N : Integer := 2) is record
      A : Line (N .. 5) := (others => 3);
   end record;
   type Both (N, M : Integer) is record
      A : Line (1 .. N);
      case M is
         when 0 .. 2 =>
            B : Line (M .. N);
         when others =>
            null;
      end case;
   end record;

   function Declare_One (N : Integer) return Integer
     with Pre => N in -4 .. 8
   is
      V : Wide (N);
      W : constant Changing (N + 1) := (N => N + 1, A => (others => 2));
   begin
      V.A := (others => 1);
      return V.A'Length + W.A'First;
   end Declare_One;

   function Put_Together (N, M : Integer) return Integer
     with Pre => N in -1 .. 4 and M in -2 .. 4
   is
      B : Both (N, M);
      C : Changing;
   begin
      C := (N => M + 2,
            A => (others => N));
      pragma Assert (N < 4 or M /= 1);
      B.A := (others => 1);
      return B.A'Length * 10 + C.A'First;
   end Put_Together;

   function Several (N, M : Integer) return Integer
     with Pre => N in -1 .. 4 and M in -1 .. 2
   is
      type Row is array (1 .. M) of Changing (N);
      R : Row;
   begin
      return (if M > 0 then R (M).A'Length else 0);
   end Several;
end Bounded;
