--  The second operand of and then is only evaluated where the first holds.
procedure Guarded_Division (X, Y : Natural; Large : out Boolean) is
   --% predicate Y = 0;
begin
   Large := False;
   if Y /= 0 and then X / Y > 10 then
      Large := True;
   end if;
end Guarded_Division;
