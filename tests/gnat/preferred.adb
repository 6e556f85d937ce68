package body Preferred is

   package Ids is
      type Id is new Integer range -1000 .. 1000;
      function "+" (A : Id; B : Integer) return Id is (Id (Integer (A) - B));
      function "*" (A, B : Id) return Id is (Id (Integer (A) - Integer (B)));
      function "<" (A, B : Id) return Boolean is (Integer (A) > Integer (B));
      function "=" (A, B : Id) return Boolean is (Integer (A) / 2 = Integer (B) / 2);
   end Ids;
   use Ids;

   function Run_Sum (X : Integer; B : Boolean) return Integer is
   begin
      return Boolean'Pos (X > 3) + 2 * Boolean'Pos (B) + 8;
   end Run_Sum;

   function Run_Compare (X : Integer; B : Boolean) return Integer is
   begin
      if 1 + Boolean'Pos (B) > 1 then
         return 1;
      elsif Boolean'Pos (X > 3) * 3 < 2 then
         return 2;
      end if;
      return 3;
   end Run_Compare;

   function Run_Bare (X : Integer; B : Boolean) return Integer is
     ((if Boolean'Pos (X > 3) < Boolean'Pos (B) then 1 else 2) + (if Boolean'Pos (B) = 0 then 10 else 20)
      + (if Boolean'Pos (B) /= Boolean'Pos (X > 9) then 100 else 200));

   function Run_Ids (X : Integer) return Integer is
      I : constant Id := Id (X mod 100);
      J : constant Id := I * 2;
   begin
      return Boolean'Pos (I < J) + Boolean'Pos (I < 4 * J) * 100 + Integer (I * (J * 2)) * 1000
        + Boolean'Pos (I = 5) * 10 + Boolean'Pos (4 /= J) * 20;
   end Run_Ids;

end Preferred;
