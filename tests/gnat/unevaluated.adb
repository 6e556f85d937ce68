package body Unevaluated is

   subtype From_0_To_2 is Integer range 0 .. 2;
   subtype From_0_To_3 is Integer range 0 .. 3;
   subtype From_1_To_3 is Integer range 1 .. 3;
   subtype From_2_To_4 is Integer range 2 .. 4;
   subtype From_3_To_5 is Integer range 3 .. 5;
   subtype From_Minus_1_To_2 is Integer range -1 .. 2;
   subtype From_Minus_2_To_2 is Integer range -2 .. 2;

   type List is array (Positive range <>) of Integer;
   type One is array (1 .. 1) of Integer;
   type Table is array (1 .. 3) of Integer;
   type Matrix is array (Positive range <>, Positive range <>) of Integer;

   function Tick (N : Integer) return Integer is
   begin
      return 100 / N;
   end Tick;

   function Run_Covered (Y : From_Minus_2_To_2) return Integer
   is
      A : constant One := (1 => 1, others => 10 / Y);
   begin
      return A (1);
   end Run_Covered;

   function Run_Others (Y : From_Minus_2_To_2; N : From_0_To_3) return Integer
   is
      A : List (1 .. N) := (others => 10 / Y);
   begin
      return A'Length;
   end Run_Others;

   function Run_Rows (Y : From_Minus_2_To_2; N : From_0_To_3; M : From_0_To_3) return Integer
   is
      A : constant Matrix (1 .. N, 1 .. M) := (others => (others => 10 / Y));
   begin
      return A'Length (1) * 10 + A'Length (2);
   end Run_Rows;

   function Run_Some (Y : From_Minus_2_To_2; N : From_1_To_3) return Integer
   is
      A : constant List (1 .. N) := (1 => 2, others => 10 / Y);
   begin
      return A'Length;
   end Run_Some;

   function Run_Two (Y : From_Minus_2_To_2; N : From_2_To_4) return Integer
   is
      A : constant List (1 .. N) := (2, 3, others => 10 / Y);
   begin
      return A'Length;
   end Run_Two;

   function Run_Range (Y : From_Minus_2_To_2; N : From_0_To_3) return Integer
   is
      A : constant List := (1 .. N => 10 / Y);
   begin
      return A'Length;
   end Run_Range;

   function Run_Call (Y : From_Minus_2_To_2; N : From_0_To_3) return Integer
   is
      A : constant List := (1 .. N => Tick (Y));
   begin
      return A'Length;
   end Run_Call;

   function Run_Covered_Call (Y : From_Minus_2_To_2) return Integer
   is
      A : constant Table := (1 .. 3 => 1, others => Tick (Y));
   begin
      return A (2);
   end Run_Covered_Call;

   function Run_Row_Range (Y : From_Minus_2_To_2; N : From_0_To_3; M : From_0_To_3) return Integer
   is
      A : constant Matrix := (1 .. N => (1 .. M => 10 / Y));
   begin
      return A'Length (1) * 10 + A'Length (2);
   end Run_Row_Range;

   function Size (V : List) return Natural is (V'Length);

   function Plain (N, Y : Natural) return Natural is (Size ((1 .. N => Y)));

   function Run_Size (N : From_0_To_3; Y : From_0_To_2) return Integer
   is
   begin
      return Plain (N, Y);
   end Run_Size;

   function Run_Element (N : From_0_To_3; Y : From_Minus_1_To_2) return Integer
   is
      type Naturals is array (Positive range <>) of Natural;
      A : constant Naturals := (1 .. N => Y);
   begin
      return A'Length;
   end Run_Element;

   function Run_Default (N : From_0_To_3; Y : From_Minus_1_To_2) return Integer
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

   function Run_Iterated (N : From_0_To_3; Y : From_Minus_1_To_2) return Integer
   is
      A : constant List := (for I in 1 .. N => 10 / (I - Y));
   begin
      return A'Length;
   end Run_Iterated;

   function Run_Mixed (N : From_3_To_5; Y : From_Minus_1_To_2) return Integer
   is
      A : constant List (1 .. N) := (1 | 3 => 4, 2 => 5, others => 10 / Y);
   begin
      return A'Length;
   end Run_Mixed;

end Unevaluated;
