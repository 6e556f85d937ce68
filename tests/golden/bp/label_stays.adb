--  sabs: abstract --method cartesian
--  A check stays behind the label and behind what the environment sets: neither moves it to the
--  start of the block.
procedure Label_Stays (X : in out Integer) is
   --% predicate X > 0, X = 5;
begin
   X := 5;
   --% nondet X;
   --% label Seen;
   X := X / 2;
   pragma Assert (X > 0);
   --% label Again;
   pragma Assert (X = 5);
end Label_Stays;
