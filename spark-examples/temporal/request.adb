--  Whoever asks is answered, if nobody loses patience.
package body Request is

   procedure Serve (Wanted : Boolean; Patience : Turns) is
      Asked   : Boolean := Wanted;
      Granted : Boolean := False;
      Left    : Turns := Patience;
      --% ctl AG (Asked -> AF (Granted or Left = 0));
      --% ctl AG (Asked -> AF Granted);
      --% ctl not Asked -> AG not Granted;
   begin
      while Asked and Left > 0 loop
         if Left = 2 then
            Granted := True;
            Asked   := False;
         else
            Left := Left - 1;
         end if;
      end loop;
   end Serve;

end Request;
