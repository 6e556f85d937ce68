package Variables is
   --  Discriminants on which nothing depends, or the bounds of a component: no assignment to one of
   --  them by itself is legal.
   type Tagged_Number (Tag : Integer := 0) is record
      Number : Integer := 0;
   end record;
   type Row is array (Positive range <>) of Integer;
   subtype Length is Integer range 0 .. 4;
   type Buffer (Used : Length := 0) is record
      Data : Row (1 .. Used) := (others => 0);
   end record;
   type Pair is record
      Left  : Tagged_Number;
      Right : Integer := 0;
   end record;
   N : Tagged_Number;
   B : Buffer;
   P : Pair;
   procedure Look_At_N;
   procedure Look_At_B (X : Integer);
   procedure Look_At_P;
end Variables;
