--  Hidden state: how a body may be entered depends on all calls before.
package body Gate is

   procedure Open is
      --% ctl AF Is_Open;
      --% ctl not Passed or Is_Open;
   begin
      Is_Open := True;
   end Open;

   procedure Pass (Force : Boolean) is
      --% ctl AF Passed;
      --% ctl Is_Open -> AF Passed;
      --% ctl AG (Passed -> Is_Open);
   begin
      if Is_Open or Force then
         Is_Open := True;
         Passed  := True;
      end if;
   end Pass;

end Gate;
