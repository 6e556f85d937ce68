--  The second release breaks its precondition.
package body Double_Release is

   procedure Acquire is
   begin
      Held := True;
   end Acquire;

   procedure Release is
   begin
      Held := False;
   end Release;

   procedure Work (Failed : Boolean) is
   begin
      if not Held then
         Acquire;
         if Failed then
            Release;
         end if;
         Release;
      end if;
   end Work;

end Double_Release;
