package Controller is

   subtype Reading is Integer range -1_000 .. 1_000;
   subtype Drive is Integer range -500 .. 500;

   procedure Step (Target, Actual : Reading; Output : out Drive);

end Controller;
