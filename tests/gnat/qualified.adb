package body Qualified is

   subtype Index is Integer range 0 .. 5;
   type List is array (Index range <>) of Integer;
   subtype Three is List (1 .. 3);
   Digits_Of : constant List (0 .. 5) := (1, 2, 3, 4, 5, 6);

   --  A qualification does not slide: only one slice has the right bounds.
   function Run_Slice (K : Index) return Integer is
      Y : Three;
   begin
      if K > 3 then
         return 0;
      end if;
      Y := Three'(Digits_Of (K .. K + 2));
      return Y (1);
   end Run_Slice;

   --  A conversion does.
   function Run_Moved (K : Index) return Integer is
      Y : Three;
   begin
      if K > 3 then
         return 0;
      end if;
      Y := Three (Digits_Of (K .. K + 2));
      return Y (1) * 10 + Y (3);
   end Run_Moved;

   function Run_Aggregate (K : Index) return Integer is
      Y : constant Three := Three'(K, others => 2);
   begin
      return Y (1) + Three'(4, 5, K) (3) + Three'(3 => K, 1 | 2 => 1) (3);
   end Run_Aggregate;

   function Run_Whole (K : Index) return Integer is
      Y : List (K .. 3) := (others => K);
   begin
      Y (3) := 7;
      return Three'(Y) (1);
   end Run_Whole;

end Qualified;
