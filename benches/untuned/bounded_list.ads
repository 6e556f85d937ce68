package Bounded_List is

   Most : constant := 12;
   subtype Key is Integer range 1 .. 500;

   function Size return Natural;

   procedure Insert (K : Key)
   with
     Pre  => Size < Most,
     Post => Size = Size'Old + 1;

   procedure Remove_Last
   with Pre => Size > 0;

   function Contains (K : Key) return Boolean;

end Bounded_List;
