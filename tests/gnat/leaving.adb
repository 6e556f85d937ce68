procedure Leaving (N, Step : Integer; Where : out Integer; Rounds : out Integer)
  with Pre => Step > 0
is
   X : Integer := 0;
begin
   Rounds := 0;
   loop
      exit when X >= N;
      X := X + Step;
      Rounds := Rounds + 1;
      if Rounds = 50 then
         exit;
      end if;
   end loop;
   Where := X;
end Leaving;
