package body Calls is
   Hidden : Natural := 3;

   procedure Help (X : Integer; Y : out Integer) is
   begin
      Y := X * 2;
      if Kept then
         return;
      end if;
      Hidden := 0;
   end Help;

   procedure Twice (X : in out Small) is
      Y : Integer;
   begin
      Help (X, Y);
      X := Y;
   end Twice;

   procedure Reset is
      X : Small := 3;
   begin
      Kept := not Kept;
      Help (Hidden, X);
      Twice (X);
      Shown := X;
      --% label Done;
   end Reset;

   --  Nobody calls it: an entry of its own.
   procedure Alone is
      X : Integer := 1;
   begin
      X := X + 1;
      return;
      pragma Assert (X > 0);
   end Alone;
begin
   Hidden := Hidden + 1;
end Calls;
