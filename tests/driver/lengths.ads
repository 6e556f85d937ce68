package Lengths is
   type Vector is array (Positive range <>) of Integer;
   type Flags is array (Integer range <>) of Boolean;
   type Grid is array (Positive range <>, Positive range <>) of Integer;

   --  Each fails at the end of the index type, whatever the length of the array.
   function Next (V : Vector) return Positive with Pre => V'Last > 0;
   function Before (F : Flags) return Integer with Pre => F'Length > 0;
   procedure Copy (V : in out Vector; W : Vector; From : Positive)
     with Pre => V'Length = W'Length and V'Length > 1 and From = V'First;
   procedure Look (S : String; P : Positive);
   procedure Corner (G : in out Grid) with Pre => G'Length (1) > 0 and G'Length (2) > 0;
end Lengths;
