package body Annotations is
   --% predicate pos : Total > 0, even (Total), T (1) = 1;
   --% predicate (for all I in 1 .. 3 => T (I) > 0), (if A then B else C);
   function Sum (T : Table) return Integer;
   --# global Total, Other.Limit;
   --# pre Total > 0 and
   --#     (for all I in Index => (T (I) >= 0 -> T (I) < 10));
   --# return S => S > 0 and S <= R.S;

   procedure Set (T : in out Table; I : Index)
   --# global in Total; in out Other.Limit; out Last;
   --# derives T from *, I, Total & Last from I & null from Total;
   --# post T = T~[I => 0; 1 => T~(1)] and (A <-> B) and (A -> B -> C);
   is
   --# hide Set;
   begin
      --% invariant X <= N;
      --% assert X > 0; assume Y in 1 .. 2; -- a remark
      --% havoc X, T (1); nondet Y;
      --% label L;
      --% ctl AG (X > 0 -> AF Done) and not EX A = 1;
      --% ctl E [X > 0 U (Done or AF Y = 1)];
      --% option control = branch,
      --%    block = basic;
      while X > 0
      --# assert X > 0;
      loop
         --# check X >= X%;
         null;
      end loop;
   end Set;

   function Next (X : Integer) return Integer
   --# return X + 1;
   is
   begin
      return X + 1;
   end Next;
end Annotations;
