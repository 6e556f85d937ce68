package Boards is
   type Index is range 1 .. 3;
   type Row is array (Index) of Integer;
   type Lamp is (Red, Green);
   type Cell is record
      V : Integer;
      B : Boolean;
   end record;
   type Cells is array (Lamp) of Cell;
   type Grid is array (Lamp, Boolean) of Integer;
   R : Row := (others => 0);
   C : Cells := (others => (0, False));
   M : Grid := (others => (others => 0));
   procedure Look (D : Row);
   procedure See;
   procedure Count;
end Boards;
