--  Nobody knows whether the first loop always comes to one within its rounds; all else is easy.
package body Beside_Hopeless is
   subtype Small is Integer range 1 .. 1_000;

   procedure Collatz (N : Small; Rounds : out Natural) is
      X : Long_Long_Integer := Long_Long_Integer (N);
   begin
      Rounds := 0;
      while X /= 1 and then Rounds < 1_000 loop
         X := (if X mod 2 = 0 then X / 2 else (3 * X + 1) mod 1_000_000_007);
         Rounds := Rounds + 1;
      end loop;
      pragma Assert (X = 1);
   end Collatz;

   procedure Halve (N : Natural; Steps : out Natural) is
      Rest : Natural := N;
   begin
      Steps := 0;
      while Rest > 0 loop
         Rest := Rest / 2;
         Steps := Steps + 1;
         exit when Steps = 40;
      end loop;
      pragma Assert (Steps <= 40);
   end Halve;

   function Sum_To (N : Small) return Natural is
      Sum : Natural := 0;
   begin
      for I in 1 .. N loop
         Sum := Sum + 7;
      end loop;
      pragma Assert (Sum = 7 * N);
      return Sum;
   end Sum_To;

   function Total (N : Small) return Natural is (Sum_To (N) + 1);
end Beside_Hopeless;
