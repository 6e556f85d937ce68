package body Chain is
   Level : Integer range 0 .. 10 := 0;

   procedure Check_Level (Wanted : Integer)
     with Pre => Wanted >= 0
            and then 20 / (Wanted - 6) < 20,
          Post => Level <= Wanted + 5
   is
   begin
      null;
   end Check_Level;

   procedure Step (X : in out Integer)
     with Pre => X < 1000 and X > -1000,
          Post => X > -500
   is
   begin
      X := X - 100;
      Level := Level + 1;
   end Step;

   procedure Walk (X : Integer; Y : out Integer) is
   begin
      Y := X;
      for I in 1 .. 3 loop
         Step (Y);
         Check_Level (Y / 100);
      end loop;
      Level := Level - 2;
   end Walk;
end Chain;
