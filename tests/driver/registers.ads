package Registers is
   type Word is new Integer with Volatile;
   type Status is new Word range 0 .. 10;
   type Device is record
      Input, Output : Integer := 0;
   end record with Volatile;
   type Level is range 0 .. 10;
   pragma Atomic (Level);

   Count : Integer := 0 with Atomic;
   Data  : Word := 0;
   State : Status := 0;
   Port  : Device;
   Tank  : Level := 0;
   Lamp  : Integer := 0 with Volatile, Async_Readers;

   procedure Read_Count;
   procedure Read_Data;
   procedure Read_State;
   procedure Read_Port;
   procedure Read_Tank;
   procedure Read_Lamp;
end Registers;
