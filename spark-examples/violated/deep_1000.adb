--  A thousand rounds of a simple loop, and only one start will do.
procedure Deep_1000 (Start : Integer; Steps : Natural)
with Pre => Steps <= 2_000 and then Start in -5_000 .. 5_000
is
   Level : Integer := Start;
begin
   for I in 1 .. Steps loop
      Level := Level + 1;
      pragma Assert (not (I = 1_000 and then Level = 1_234));
   end loop;
end Deep_1000;
