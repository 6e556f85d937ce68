package Sens is
   type Colour is (Red, Green, Blue);
   type Pair is record
      A, B : Integer range 0 .. 100;
   end record;
   type Vec is array (Positive range <>) of Integer;
   type Tab is array (Colour) of Integer;
   type Stack is private;
   Port : Integer range 0 .. 255 with Volatile, Async_Writers;
   procedure Step (C : Colour; P : in out Pair);
   function Sum (V : Vec) return Integer
     with Pre => V'Length > 0 and then V'First = 3;
   procedure Look (T : Tab);
   procedure Listen;
   procedure Push (S : in out Stack);
private
   type Stack is record
      Top : Integer range 0 .. 3 := 0;
   end record;
end Sens;
