procedure Forget (X : in out Integer; Y : out Integer) is
   Z : Boolean;
begin
   --% nondet X, Y;
   --% havoc Z;
   if Z then
      X := Y;
   end if;
end Forget;
