--  sabs: abstract --method cartesian
--  TACAS 2001, Figure 1, with the paper's two predicates.
procedure Handshake
  (X : in out Integer; Y : Integer; Z : out Integer; W : Boolean)
is
   --% predicate Z = 0, X = Y;
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
