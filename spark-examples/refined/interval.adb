--  Records in preconditions, postconditions and expression functions.
package body Interval is

   procedure Widen (S : in out Span; By : Natural) is
   begin
      for I in 1 .. By loop
         S.Low := S.Low - 1;
         S.High := S.High + 1;
      end loop;
   end Widen;

   procedure Clip (S : Span; X : in out Integer) is
   begin
      if X < S.Low then
         X := S.Low;
      elsif X > S.High then
         X := S.High;
      end if;
   end Clip;

end Interval;
