package Bounded_Count is

   procedure Put
   with Pre => not Full;

   procedure Get
   with Pre => not Empty;

   function Full return Boolean;
   function Empty return Boolean;

end Bounded_Count;
