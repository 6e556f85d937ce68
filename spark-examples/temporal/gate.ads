package Gate is

   procedure Open;

   procedure Pass (Force : Boolean);

private

   Is_Open : Boolean := False;
   Passed  : Boolean := False;

end Gate;
