package body Joined_Literals is
   --  Between literals, logical operators are the user's.
   function "and" (L, R : Integer) return Integer is (L * 10 + R);
   function "or" (L, R : Integer) return Boolean is (L > R);

   procedure Run_Operators (X : Integer; R : out Integer)
     with Pre => X in -100 .. 100
   is
   begin
      R := X and 3;
      pragma Assert (Integer'(1 and 2) = 12);
      pragma Assert (2 or 1);
      if (1 or 2) or X = 4 then
         R := R + 1;
      end if;
      R := R + (4 and 5);
      pragma Assert (R /= 89);
   end Run_Operators;
end Joined_Literals;
