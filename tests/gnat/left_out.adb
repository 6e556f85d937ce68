package body Left_Out is

   type List is array (Positive range <>) of Integer;
   type One is array (1 .. 1) of Integer;
   type Table is array (1 .. 3) of Integer;
   type Matrix is array (Positive range <>, Positive range <>) of Integer;

   function Tick (N : Integer) return Integer is
   begin
      return 100 / N;
   end Tick;

   function Run_Covered (Y : Integer) return Integer
     with Pre => Y in -2 .. 2
   is
      A : constant One := (1 => 1, others => 10 / Y);
   begin
      return A (1);
   end Run_Covered;

   function Run_Others (Y, N : Integer) return Integer
     with Pre => Y in -2 .. 2 and N in 0 .. 3
   is
      A : List (1 .. N) := (others => 10 / Y);
   begin
      return A'Length;
   end Run_Others;

   function Run_Rows (Y, N, M : Integer) return Integer
     with Pre => Y in -2 .. 2 and N in 0 .. 3 and M in 0 .. 3
   is
      A : constant Matrix (1 .. N, 1 .. M) := (others => (others => 10 / Y));
   begin
      return A'Length (1) * 10 + A'Length (2);
   end Run_Rows;

   function Run_Some (Y, N : Integer) return Integer
     with Pre => Y in -2 .. 2 and N in 1 .. 3
   is
      A : constant List (1 .. N) := (1 => 2, others => 10 / Y);
   begin
      return A'Length;
   end Run_Some;

   function Run_Two (Y, N : Integer) return Integer
     with Pre => Y in -2 .. 2 and N in 2 .. 4
   is
      A : constant List (1 .. N) := (2, 3, others => 10 / Y);
   begin
      return A'Length;
   end Run_Two;

   function Run_Range (Y, N : Integer) return Integer
     with Pre => Y in -2 .. 2 and N in 0 .. 3
   is
      A : constant List := (1 .. N => 10 / Y);
   begin
      return A'Length;
   end Run_Range;

   function Run_Call (Y, N : Integer) return Integer
     with Pre => Y in -2 .. 2 and N in 0 .. 3
   is
      A : constant List := (1 .. N => Tick (Y));
   begin
      return A'Length;
   end Run_Call;

   function Run_Covered_Call (Y : Integer) return Integer
     with Pre => Y in -2 .. 2
   is
      A : constant Table := (1 .. 3 => 1, others => Tick (Y));
   begin
      return A (2);
   end Run_Covered_Call;

   function Run_Row_Range (Y, N, M : Integer) return Integer
     with Pre => Y in -2 .. 2 and N in 0 .. 3 and M in 0 .. 3
   is
      A : constant Matrix := (1 .. N => (1 .. M => 10 / Y));
   begin
      return A'Length (1) * 10 + A'Length (2);
   end Run_Row_Range;

   function Size (V : List) return Natural is (V'Length);

   function Plain (N, Y : Natural) return Natural is (Size ((1 .. N => Y)));

   function Run_Size (N, Y : Integer) return Integer
     with Pre => Y in 0 .. 2 and N in 0 .. 3
   is
   begin
      return Plain (N, Y);
   end Run_Size;

   function Run_Element (N, Y : Integer) return Integer
     with Pre => Y in -1 .. 2 and N in 0 .. 3
   is
      type Naturals is array (Positive range <>) of Natural;
      A : constant Naturals := (1 .. N => Y);
   begin
      return A'Length;
   end Run_Element;

   function Run_Default (N, Y : Integer) return Integer
     with Pre => Y in -1 .. 2 and N in 0 .. 3
   is
      type R is record
         X : Integer := 10 / Y;
         Z : Integer := 2;
      end record;
      type Rs is array (Positive range <>) of R;
      A : constant Rs := (1 .. N => <>);
      B : Rs (1 .. N);
   begin
      return A'Length + B'Length;
   end Run_Default;

   function Run_Iterated (N, Y : Integer) return Integer
     with Pre => Y in -1 .. 2 and N in 0 .. 3
   is
      A : constant List := (for I in 1 .. N => 10 / (I - Y));
   begin
      return A'Length;
   end Run_Iterated;

   function Run_Mixed (N, Y : Integer) return Integer
     with Pre => Y in -1 .. 2 and N in 3 .. 5
   is
      A : constant List (1 .. N) := (1 | 3 => 4, 2 => 5, others => 10 / Y);
   begin
      return A'Length;
   end Run_Mixed;

end Left_Out;
