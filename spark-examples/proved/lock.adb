--  A lock that is taken and given back in turns; the preconditions are checks at each call.
package body Lock is

   --% predicate Held;

   procedure Acquire is
   begin
      Held := True;
   end Acquire;

   procedure Release is
   begin
      Held := False;
   end Release;

   procedure Work (Again : Boolean) is
   begin
      if not Held then
         Acquire;
         if Again then
            Release;
            Acquire;
         end if;
         Release;
      end if;
   end Work;

end Lock;
