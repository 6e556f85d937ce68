package body Usegen is
   procedure Step (X : Small) is
   begin
      G.Push (X);
      pragma Assert (G.Top < 15);
   end Step;
end Usegen;
