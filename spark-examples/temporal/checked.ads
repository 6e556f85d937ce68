package Checked is

   subtype Small is Integer range 0 .. 3;

   procedure Turn_Round (X : Small);

end Checked;
