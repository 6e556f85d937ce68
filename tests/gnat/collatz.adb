procedure Collatz (Start : Integer; Steps, Peak : out Integer)
  with Pre => Start >= 1
is
   X : Integer := Start;
begin
   Steps := 0;
   Peak := Start;
   while X /= 1 and Steps < 60 loop
      if X mod 2 = 0 then
         X := X / 2;
      else
         X := 3 * X + 1;
      end if;
      if X > Peak then
         Peak := X;
      end if;
      Steps := Steps + 1;
   end loop;
end Collatz;
