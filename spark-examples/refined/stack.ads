package Stack is

   Capacity : constant := 16;

   function Size return Natural;

   procedure Push (X : Integer)
   with Pre => Size < Capacity, Post => Size = Size'Old + 1;

   procedure Pop (X : out Integer)
   with Pre => Size > 0, Post => Size = Size'Old - 1;

end Stack;
