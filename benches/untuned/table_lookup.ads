package Table_Lookup is

   subtype Speed is Integer range 0 .. 250;
   subtype Torque is Integer range 0 .. 400;

   --  Linear between the points of a table.
   function Torque_At (S : Speed) return Torque;

end Table_Lookup;
