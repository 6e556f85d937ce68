package body Gen is
   Sum : T := T'First;
   procedure Push (X : T) is
   begin
      if X <= Max then
         Sum := Sum + X;
      end if;
   end Push;
   function Top return T is (Sum);
end Gen;
