package body Looked_For is
   subtype Small is Integer range -4 .. 4;
   type Table is array (Small) of Integer;

   procedure Downwards (First, Last : Small; Y : out Integer) is
   begin
      Y := (if (for some I in reverse First .. Last => 8 / I > 2) then 1 else 0);
   end Downwards;

   procedure All_Downwards (First, Last : Small; Y : out Integer) is
      T : Table := (others => 1);
   begin
      T (First) := 0;
      T (Last) := 5;
      Y := (if (for all E of reverse T => 10 / E > 2) then 1 else 0);
   end All_Downwards;

   procedure Upwards (First, Last : Small; Y : out Integer) is
   begin
      Y := (if (for some I in First .. Last => 8 / I < -2) then 1 else 0);
   end Upwards;
end Looked_For;
