package body Sample is
   V : Integer := 1;
   procedure Inc (X : Integer) is
   begin
      V := X;
   end Inc;
   --% predicate X > 0;
end Sample;
