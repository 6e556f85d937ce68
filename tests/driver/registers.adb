package body Registers is

   procedure Read_Count is
      First  : constant Integer := Count;
      Second : constant Integer := Count;
   begin
      pragma Assert (First = Second);
   end Read_Count;

   procedure Read_Data is
      First  : constant Integer := Integer (Data);
      Second : constant Integer := Integer (Data);
   begin
      pragma Assert (First = Second);
   end Read_Data;

   procedure Read_State is
      First  : constant Integer := Integer (State);
      Second : constant Integer := Integer (State);
   begin
      pragma Assert (First = Second);
   end Read_State;

   procedure Read_Port is
      First  : constant Integer := Port.Input;
      Second : constant Integer := Port.Input;
   begin
      pragma Assert (First = Second);
   end Read_Port;

   procedure Read_Tank is
      First  : constant Integer := Integer (Tank);
      Second : constant Integer := Integer (Tank);
   begin
      pragma Assert (First = Second);
   end Read_Tank;

   --  Nobody else writes it.
   procedure Read_Lamp is
      First  : constant Integer := Lamp;
      Second : constant Integer := Lamp;
   begin
      pragma Assert (First = Second);
   end Read_Lamp;

end Registers;
