package Rounding is

   procedure Round (X : in out Integer; Step : Positive)
   with
     Pre            => X in -1_000 .. 1_000 and then Step <= 10,
     Contract_Cases =>
       (X >= 0 => X mod Step = 0 and then X >= 0,
        X < 0  => X <= 0);

end Rounding;
