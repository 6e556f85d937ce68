--  Figure 1 of Ball, Podelski and Rajamani (TACAS 2001), in SPARK: after the loop Z is 0 again,
--  although the loop sets it to 1, because X = Y only holds where it was not.
procedure Handshake
  (X : in out Integer; Y : Integer; Z : out Integer; W : Boolean)
with Pre => Y < Integer'Last
is
   --% predicate Z = 0, X = Y, Y < Integer'Last;
begin
   loop
      Z := 0;
      X := Y;
      if W then
         X := X + 1;
         Z := 1;
      end if;
      exit when X = Y;
   end loop;
   if Z /= 0 then
      pragma Assert (False);
   end if;
end Handshake;
