package Worn_Out is

   procedure Tick;

end Worn_Out;
