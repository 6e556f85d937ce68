package body Null_Changes is
   subtype Near is Integer range -1 .. 4;
   subtype Small is Integer range 0 .. 3;
   type Smalls is array (1 .. 4) of Small;

   function Read (A : Smalls) return Integer is
     (A (1) + A (2) * 7 + A (3) * 49 + A (4) * 343);

   function Run_Delta (I, J, Z : Near) return Integer is
      A : constant Smalls := (1, 2, 3, 0);
      B : constant Smalls := (A with delta (if I > 0 then I else 1) .. J => Z);
   begin
      return Read (B);
   end Run_Delta;

   function Run_Update (I, J, Z : Near) return Integer is
      A : constant Smalls := (1, 2, 3, 0);
      B : constant Smalls := A'Update ((if I > 0 then I else 1) .. J => (if J > 2 then Z else 6 / Z));
   begin
      return Read (B);
   end Run_Update;

   --  What is known to fail fails only for a component.
   function Run_Known (J : Near) return Integer is
      A : constant Smalls := (1, 2, 3, 0);
      Nothing : constant Integer := 0;
      B : constant Smalls := (A with delta 1 .. J => J / Nothing);
   begin
      return Read (B);
   end Run_Known;
end Null_Changes;
