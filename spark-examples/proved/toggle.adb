--  Twice toggled is unchanged: Booleans are their own predicates.
procedure Toggle (Flag : in out Boolean) is
   Before : constant Boolean := Flag;
   --% predicate Flag, Before;
begin
   Flag := not Flag;
   pragma Assert (Flag xor Before);
   Flag := not Flag;
   pragma Assert (Flag = Before);
end Toggle;
