package body Homonyms is

   subtype Wide is Integer range -300 .. 300;

   --  A body may come before that of another subprogram of the same name that is declared first.
   function Twice (X : Integer) return Integer;
   function Twice (X : Boolean) return Integer is (if X then 2 else 0);
   function Twice (X : Integer) return Integer is (2 * X);

   function Run_Homonyms (A : Wide; B : Boolean) return Integer is
      R : Integer := 0;
      procedure Step (X : Integer);
      procedure Step (X : Boolean) is
      begin
         if X then
            Step (Twice (A));
         end if;
      end Step;
      procedure Step (X : Integer) is
      begin
         R := R + X;
      end Step;
   begin
      Step (B);
      Step (Twice (B));
      return R;
   end Run_Homonyms;

end Homonyms;
