package body Counter is
   Count : Natural := 0;
   Top : constant Integer := 20;

   procedure Reset is
   begin
      Count := 0;
   end Reset;

   procedure Up (By : Integer)
     with Pre => By >= 0 and then Count <= Top,
          Post => Count <= Top + 10
   is
   begin
      Count := Count + By;
   end Up;

   procedure Down (By : Natural) is
   begin
      Count := Count - By;
      if Count < 2 then
         Reset;
      end if;
   end Down;

   procedure Read (Value : out Integer; Full : out Boolean) is
   begin
      Value := Count;
      Full := Count >= Top;
   end Read;
end Counter;
