package Switched is
   procedure Halve (X : in out Integer)
     with Pre => X < 100, Post => X /= 40;
   procedure Divide (X : Integer; Y : out Integer);
end Switched;
