package body Copies is
   State : Integer := 10;

   procedure Swap (X, Y : in out Integer) is
      Kept : constant Integer := X;
   begin
      X := Y;
      Y := Kept;
   end Swap;

   procedure Bump (X : in out Integer; By : Integer; Seen : out Integer) is
   begin
      X := X + By;
      State := State + 1;
      Seen := By;
   end Bump;

   procedure Sort (A, B, C : in out Integer)
     with Post => A <= B and then B <= C
   is
   begin
      if A > B then
         Swap (A, B);
      end if;
      if B > C then
         Swap (B, C);
      end if;
      if A > B then
         Swap (X => A, Y => B);
      end if;
   end Sort;

   procedure Mixed (N : in out Integer; Result : out Integer) is
   begin
      Bump (N, State, Result);
      Bump (Seen => Result, By => N, X => N);
      Bump (N, -1, Result);
      State := State + Result;
   end Mixed;
end Copies;
