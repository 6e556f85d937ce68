--  A lock that is taken and given back in turns; the preconditions are checks at each call.
package body Lock is

   Held : Boolean := False;

   --% predicate Held;

   procedure Acquire
   with Pre => not Held, Post => Held
   is
   begin
      Held := True;
   end Acquire;

   procedure Release
   with Pre => Held, Post => not Held
   is
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
