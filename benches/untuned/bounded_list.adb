--  A sorted list of fixed capacity.
package body Bounded_List is

   type Keys is array (1 .. Most) of Key;

   Kept : Keys := (others => 1);
   Used : Natural := 0;

   function Size return Natural is (Used);

   procedure Insert (K : Key) is
      At_Place : Positive := Used + 1;
   begin
      while At_Place > 1 and then Kept (At_Place - 1) > K loop
         Kept (At_Place) := Kept (At_Place - 1);
         At_Place := At_Place - 1;
      end loop;
      Kept (At_Place) := K;
      Used := Used + 1;
   end Insert;

   procedure Remove_Last is
   begin
      Used := Used - 1;
   end Remove_Last;

   function Contains (K : Key) return Boolean is
   begin
      for I in 1 .. Used loop
         if Kept (I) = K then
            return True;
         end if;
      end loop;
      return False;
   end Contains;

end Bounded_List;
