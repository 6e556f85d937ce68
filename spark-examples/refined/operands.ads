package Operands is

   Capacity : constant := 16;

   function Size return Natural;

   function Top return Integer
   with Pre => Size > 0;

   procedure Push (X : Integer)
   with Pre => Size < Capacity, Post => Size = Size'Old + 1 and then Top = X;

   procedure Pop (X : out Integer)
   with Pre => Size > 0, Post => Size = Size'Old - 1 and X = Top'Old;

   procedure Exchange
   with Pre => Size >= 2, Post => Size = Size'Old;

end Operands;
